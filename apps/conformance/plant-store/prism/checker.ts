/** The checker Prism: requests pass through `prism proxy`, which says what it finds wrong with them and with the responses. */
import { type Address, requestWriter, sendOne } from '@plant-store/raw-http'
import { type CompletedExchange, hasResponse, type Exchange, type SentRequest } from '../../src/exchange.ts'
import { knownOperation, limitedTo, limits, listPlants } from '../contract.ts'
import { ruleOfStatus } from '../tools/rule-of-status.ts'
import { type Collector, type Checker, CheckerFailure } from '../../src/run/checker.ts'
import { firstCallers, type Subject } from '../../src/subject.ts'
import { rules } from '../rules.ts'
import { objectionOf, type Statement, type Suppression, suppressions } from '../tools/suppressions.ts'
import { reporterOf } from '../../src/adapters/tools.ts'
import { startPrism } from './server.ts'
import { isPrisms, readViolations, rulesOfViolation, type Violation, violationsField } from './violations.ts'

/** A second opinion on some requests of every kind that the document speaks of. `among`: what Prism is known to get wrong. */
export const prismChecker = (among: readonly Suppression[] = suppressions): Checker => ({
  name: 'prism',
  check: async (subject, collector) => {
    if (subject.leftOut?.includes(knownOperation) === true) {
      collector.notReached('It asks for the list of plants alone, which is left out.')
      return
    }
    const own = ownRequests(subject)
    await using proxy = await startPrism(subject)
    const tell = reporterOf('prism', subject, collector, rules)
    const say: Say = (statement) => {
      for (const one of objectionOf({ tool: 'prism', ...statement }, subject, among))
        tell(one, statement.exchange)
    }
    let answered = 0
    for (const [index, one] of own.entries()) {
      if (collector.signal.aborted) return
      if (collector.timeUp.aborted) {
        const left = `${own.length - index} of ${own.length} requests`
        collector.notReached(`Not sent when the time was up: ${left}.`)
        return
      }
      await collector.quiet.end()
      await collector.pace.take()
      const sent = await askThrough({ ...subject, url: proxy.url }, one, collector)
      if (sent === undefined) continue
      answered += 1
      hear(sent, subject, say)
    }
    if (answered === 0)
      throw new CheckerFailure('Prism got no response from the service: start it, or correct the address.')
  },
})

interface Own {
  readonly request: SentRequest
  readonly caller?: number
}

/** Undefined where Prism itself answers, for want of a response that it can read: the other checkers see why. */
async function askThrough(
  to: Address,
  { request, caller }: Own,
  collector: Collector,
): Promise<Told | undefined> {
  const made = await sendOne(to, request)
  if ('noResponse' in made.response || isPrisms(made.response)) return undefined
  const fields = made.response.fields.filter(([name]) => name.toLowerCase() !== violationsField)
  const exchange: Exchange = collector.record({
    ...made,
    response: { ...made.response, fields },
    checker: 'prism',
    ...(caller !== undefined && { caller }),
  })
  return hasResponse(exchange) ? { exchange, violations: readViolations(made.response) } : undefined
}

interface Told {
  readonly exchange: CompletedExchange
  readonly violations: readonly Violation[]
}

type Say = (statement: Omit<Statement, 'tool'>) => void

/** Whether the service lets through what Prism would, and refuses the rest; and whether its responses are as declared. */
function hear({ exchange, violations }: Told, subject: Subject, say: Say): void {
  const { status } = exchange.response
  const ofRequest = violations
    .filter(({ location: [side] }) => side === 'request')
    .map(({ message }) => message)
  if (ofRequest.length > 0 && status < 300) {
    const told = `Prism would refuse the request: ${ofRequest.join('; ')}.`
    const rule = ruleOfStatus('refused', exchange, subject)
    say({ kind: 'let through', rule, told, exchange })
  } else if (ofRequest.length === 0 && status >= 400 && status < 500) {
    const told = 'Prism finds nothing wrong with the request.'
    const rule = ruleOfStatus('answered', exchange, subject)
    say({ kind: 'refused', rule, told, exchange })
  }
  const ofResponse = violations.filter(({ location: [side] }) => side === 'response')
  const isOtherType = ofResponse.some(({ message }) => message.includes('media type'))
  for (const violation of ofResponse) {
    // The schema does not apply to a body of another type.
    if (isOtherType && violation.location[1] === 'body') continue
    for (const broken of rulesOfViolation(violation, exchange, subject))
      say({ kind: 'answer', ...broken, told: violation.message, exchange })
  }
}

/** Requests for every declared status that a client can provoke. */
function ownRequests(subject: Subject): readonly Own[] {
  const write = requestWriter(new URL(subject.url).host)
  const get = (target: string, token?: string): SentRequest =>
    write('GET', target, { token, fields: subject.fields ?? [] })
  const targets = [listPlants.path, limitedTo(limits.least + 1), limitedTo(limits.least - 1)]
  return [
    ...[undefined, 'prism-has-no-such-token'].map((token) => ({ request: get(listPlants.path, token) })),
    ...firstCallers(subject).flatMap(({ token }, caller) =>
      targets.map((target) => ({ request: get(target, token), caller })),
    ),
  ]
}
