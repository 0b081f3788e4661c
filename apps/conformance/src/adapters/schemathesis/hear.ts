/** Reports to the collector what a run of schemathesis found. */
import { requestWriter, valuesOf } from '@plant-store/raw-http'
import { type CompletedExchange, hasResponse, isSpokenOf } from '../../contract/given-requests.ts'
import { plainTargets } from '../../contract/operations.ts'
import type { Exchange } from '../../exchange.ts'
import { type Collector, CheckerFailure } from '../../run/checker.ts'
import { showResponse } from '../../report/show-exchange.ts'
import type { Subject } from '../../subject.ts'
import { type Suppression, limits, type Statement } from '../suppressions.ts'
import { ToolReporter } from '../tool-reporter.ts'
import type { Objection, Report, Trouble } from './report.ts'
import { partsOf, rulesOfCheck } from './rules-of-checks.ts'

/**
 * Reports every objection, and every request that is owed a response and got none. Throws a `CheckerFailure` where
 * nothing was answered, or a fault that is not the service's kept something from being tested.
 */
export function hear(
  { exchanges: made, objections, troubles, isDone }: Report,
  subject: Subject,
  collector: Collector,
  suppressions?: readonly Suppression[],
): void {
  const exchanges = new Map([...made].map(([id, one]) => [id, collector.record(one)]))
  const all = [...exchanges.values()]
  const limit = limits.find(({ isMet }) =>
    isMet(
      all,
      troubles.map(({ message }) => message),
    ),
  )
  if (limit !== undefined) {
    collector.notReached(limit.reason)
    return
  }
  const unanswered = all.filter((one) => !hasResponse(one))
  if (unanswered.length === all.length) {
    throwFirst(troubles)
    return
  }
  if (isDone) throwIfLost(all, subject)
  const tool = new ToolReporter('schemathesis', subject, suppressions)
  for (const [id, objection] of objections) {
    const exchange = exchanges.get(objection.case_id ?? id)
    if (exchange !== undefined && hasResponse(exchange))
      hearObjection(objection, exchange, subject, (statement) => tool.says(statement, collector))
  }
  for (const exchange of unanswered.filter(({ request }) => isSpokenOf(request, subject)))
    tool.saw('answers-every-request', showResponse(exchange.response), exchange, collector)
  // A request that got no response is a trouble, too, and was reported above.
  const others = troubles.filter(({ type }) => unanswered.length === 0 || !ofNetwork.test(type))
  for (const trouble of others) hearTrouble(trouble, subject, tool, collector)
}

/** Settings of the user that leave out a credential, or a field of every request, make a run that shows nothing. */
function throwIfLost(all: readonly Exchange[], { callers, fields = [] }: Subject): void {
  if (callers.length > 0 && all.every(({ caller }) => caller === undefined))
    throw new CheckerFailure(tokenLost)
  const lost = fields.find(([name]) => all.some(({ request }) => valuesOf(request, name).length === 0))
  if (lost === undefined) return
  throw new CheckerFailure(
    `Some requests of schemathesis lacked the field ${lost[0]} of --header. Where you have a schemathesis.toml, give it there, under headers.`,
  )
}

function throwFirst([first]: readonly Trouble[]): void {
  if (first !== undefined)
    throw new CheckerFailure(`schemathesis got no response from the service: ${first.message}`)
}

function hearObjection(
  { check, code, title, message }: Objection,
  exchange: CompletedExchange,
  subject: Subject,
  says: (statement: Omit<Statement, 'tool'>) => void,
): void {
  const [detail = ''] = message.split('\n')
  const told = `${check}, ${code} ${title}: ${detail}`
  const kind = partsOf[check] === undefined ? check : 'answer'
  for (const broken of rulesOfCheck(check, exchange, subject)) says({ kind, ...broken, told, exchange })
}

/** The report does not say which request met the trouble: it may be one that the given contract does not cover. */
function hearTrouble(
  { type, message }: Trouble,
  subject: Subject,
  tool: ToolReporter,
  collector: Collector,
): void {
  if (!unreadable.test(type))
    throw new CheckerFailure(`schemathesis could not test everything: ${type}: ${message}`)
  if (subject.only === 'given') return
  const { url, callers, fields = [] } = subject
  const write = requestWriter(new URL(url).host)
  const usual = write('GET', plainTargets[0] ?? '/', { token: callers[0]?.token, fields })
  tool.saw('answers-are-well-framed', `A response could not be read: ${message}`, usual, collector)
}

const tokenLost =
  'None of the requests of schemathesis carried the token, so the responses to a known caller were not seen. Where you have a schemathesis.toml, give it there: [auth.openapi.bearer] bearer = "${TOKEN}".'

/** What it raises where no whole response comes. */
const ofNetwork = /Timeout|Connection|Protocol|Chunked|Unavailable/

/** What Python's client raises for a response that it can't read. */
const unreadable = /^(?:ChunkedEncodingError|ContentDecodingError|ConnectionError|InvalidHeader)$/
