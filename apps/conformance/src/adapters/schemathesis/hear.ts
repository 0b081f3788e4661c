/** Reports to the collector what a run of schemathesis found. */
import { Secrets } from '@plant-store/raw-http'
import { type CompletedExchange, hasResponse, type SentRequest } from '../../exchange.ts'
import { DocumentOracle } from '../../document/oracle/document-oracle.ts'
import type { Service } from '../../document/oracle/service.ts'
import { type Collector, CheckerFailure } from '../../run/checker.ts'
import { showResponse } from '../../report/show-exchange.ts'
import type { Subject } from '../../subject.ts'
import { type Suppression, limits, suppressions as table } from '../suppressions.ts'
import type { ToolProfile } from '../tool-profile.ts'
import { type ToolReporter, toolReporter } from '../tool-reporter.ts'
import type { Basis } from './command.ts'
import type { Report } from './report.ts'
import { contents, rulesOfCheck } from './rules-of-checks.ts'
import { otherRule } from './other-rule.ts'

/** Of a document without more to say. */
const ofAnyDocument: Pick<ToolProfile, 'rules' | 'suppressions' | 'isSpokenOf'> = {
  rules: [],
  suppressions: table,
  isSpokenOf: () => true,
}

/** Who is told, and by what it is judged. */
interface Ears {
  readonly basis: Basis
  readonly service: Service
  readonly subject: Subject
  readonly collector: Collector
  readonly suppressions: readonly Suppression[] | undefined
}

/**
 * Reports every objection, every request that is owed a response and got none, and what the document's oracle sees. Throws
 * a `CheckerFailure` where nothing was answered.
 */
export function hear(report: Report, { basis, service, subject, collector, suppressions }: Ears): void {
  const { objections, troubles, isDone } = report
  const exchanges = new Map([...report.exchanges].map(([id, one]) => [id, collector.record(one)]))
  const all = [...exchanges.values()]
  const messages = troubles.map(({ message }) => message)
  const limit = limits.find(({ isMet }) => isMet(all, messages))
  if (limit !== undefined) {
    collector.notReached(limit.reason)
    return
  }
  const answered = all.filter((one) => hasResponse(one))
  const [first] = answered
  if (first === undefined) throw withoutResponse(messages)
  const oracle = new DocumentOracle(service, basis.rules, new Secrets(subject))
  const { isSpokenOf, ...its } = basis.profile ?? ofAnyDocument
  const tool = toolReporter('schemathesis', subject, collector, {
    rules: [...its.rules, ...basis.rules],
    suppressions: suppressions ?? its.suppressions,
  })
  for (const exchange of answered) examine(exchange, oracle, tool, collector)
  const told = objections.flatMap(([id, { check, code, title, message, case_id: ofCase }]) => {
    const exchange = exchanges.get(ofCase ?? id)
    if (exchange === undefined || !hasResponse(exchange)) return []
    const kind = contents[check] === undefined ? check : 'answer'
    const words = `${check}, ${code} ${title}: ${message.split('\n')[0]}`
    return rulesOfCheck(check, exchange, subject, oracle, basis.profile).filter((broken) =>
      tool.says({ kind, ...broken, told: words, exchange }),
    )
  })
  if (isDone && oracle.isChecked(otherRule.id) && !told.some(({ rule }) => rule === otherRule.id))
    collector.kept(otherRule.id, first)
  for (const one of all.filter((each) => !hasResponse(each) && isSpokenOf(each.request, subject)))
    tool.saw('answers-every-request', showResponse(one.response), one)
  // A request that got no response is a trouble, too, and was reported above.
  const others = troubles.filter(({ type }) => answered.length === all.length || !ofNetwork.test(type))
  const usual = all.find(({ caller }) => caller !== undefined) ?? first
  hearTroubles(others, usual.request, subject, tool, collector)
}

const withoutResponse = ([message = 'none came.']: readonly string[]): CheckerFailure =>
  new CheckerFailure(`schemathesis got no response from the service: ${message}`)

/** What HTTP asks of the bytes is left to sessions: Python has read them, and decoded the body. */
function examine(
  exchange: CompletedExchange,
  oracle: DocumentOracle,
  tool: ToolReporter,
  collector: Collector,
): void {
  const { request, response } = exchange
  const fields = response.fields.filter(([name]) => !/^content-encoding$/i.test(name))
  const seen = oracle.examine({ request, outcome: { ...response, fields } })
  const isChecked = (rule: string): boolean => rule.includes(':') && oracle.isChecked(rule)
  for (const rule of seen.keptRules.filter((one) => isChecked(one))) collector.kept(rule, exchange)
  for (const rule of [...seen.refused].filter((one) => isChecked(one))) collector.refused(rule, exchange)
  for (const { rule, came, due, isToReturn } of seen.breaches)
    if (isChecked(rule) && isToReturn !== true) tool.saw(rule, came, exchange, due)
}

/** The report does not say which request met the trouble: it may be one that the given contract does not cover. */
function hearTroubles(
  troubles: Report['troubles'],
  request: SentRequest,
  { only }: Subject,
  tool: ToolReporter,
  collector: Collector,
): void {
  const told = new Map(troubles.map((one) => [`${one.type}: ${one.message.split('\n')[0]}`, one]))
  for (const [words, { type, message }] of told) {
    if (!unreadable.test(type)) collector.notReached(`It could not test everything: ${words}`)
    else if (only !== 'given')
      tool.saw('answers-are-well-framed', `A response could not be read: ${message}`, request)
  }
}

/** What it raises where no whole response comes. */
const ofNetwork = /Timeout|Connection|Protocol|Chunked|Unavailable/

/** What Python's client raises for a response that it can't read. */
const unreadable = /^(?:ChunkedEncodingError|ContentDecodingError|ConnectionError|InvalidHeader)$/
