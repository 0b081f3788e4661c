/** Reports to the collector what a run of schemathesis found. */
import { Secrets } from '@plant-store/raw-http'
import { type CompletedExchange, hasResponse, type SentRequest } from '../../exchange.ts'
import { DocumentOracle } from '../../document/oracle/document-oracle.ts'
import type { Service } from '../../document/oracle/service.ts'
import { type Collector, CheckerFailure } from '../../run/checker.ts'
import { showResponse } from '../../report/show-exchange.ts'
import type { Subject } from '../../subject.ts'
import {
  type Broken,
  otherRule,
  type Part,
  type Suppression,
  suppressions as table,
  type ToolProfile,
  type ToolReporter,
  toolReporter,
} from '../tools.ts'
import type { Basis } from './command.ts'
import type { Report } from './report.ts'

/** Where findings go, and what responses are held against. `suppressions`: in place of the table, for tests. */
interface Ears {
  readonly basis: Basis
  readonly service: Service
  readonly subject: Subject
  readonly collector: Collector
  readonly suppressions?: readonly Suppression[]
}

/** Reports objections, what got no response, and what the oracle sees. Throws a `CheckerFailure` if nothing was answered. */
export function hear(report: Report, { basis, service, subject, collector, ...inPlace }: Ears): void {
  const { objections, troubles, isDone } = report
  const exchanges = new Map([...report.exchanges].map(([id, one]) => [id, collector.record(one)]))
  const all = [...exchanges.values()]
  const answered = all.filter((one) => hasResponse(one))
  const [first] = answered
  if (first === undefined) throw withoutResponse(troubles)
  // What it was told of may belong to another request.
  if (answered.some(({ response: { status } }) => status > 101 && status < 200)) {
    collector.notReached(interimResponses)
    return
  }
  const oracle = new DocumentOracle(service, basis.rules, new Secrets(subject))
  const { isSpokenOf, ...its } = basis.profile ?? ofAnyDocument
  const rules = [...its.rules, ...basis.rules]
  const tool = toolReporter('schemathesis', subject, collector, { ...its, rules, ...inPlace })
  for (const exchange of answered) examine(exchange, oracle, tool, collector)
  const told = objections.flatMap(({ id, check, words }) => {
    const exchange = exchanges.get(id)
    if (exchange === undefined || !hasResponse(exchange)) return []
    const kind = contents[check] === undefined ? check : 'answer'
    return rulesOfCheck(check, exchange, subject, oracle, basis).filter((broken) =>
      tool.says({ kind, ...broken, told: words, exchange }),
    )
  })
  if (isDone && oracle.isChecked(otherRule.id) && !told.some(({ rule }) => rule === otherRule.id))
    collector.kept(otherRule.id, first)
  for (const one of all)
    if (!hasResponse(one) && isSpokenOf(one.request, subject))
      tool.saw('answers-every-request', showResponse(one.response), one)
  // A request that got no response is a trouble, too, and was reported above.
  const others = troubles.filter(({ type }) => answered.length === all.length || !ofNetwork.test(type))
  const { request } = all.find(({ caller }) => caller !== undefined) ?? first
  hearTroubles(others, request, subject, tool, collector)
}

const withoutResponse = ([first]: Report['troubles']): CheckerFailure =>
  new CheckerFailure(`schemathesis got no response from the service: ${first?.message ?? 'none came.'}`)

/** The report does not say which request met the trouble: it may be one that the given contract does not cover. */
function hearTroubles(
  troubles: Report['troubles'],
  request: SentRequest,
  { only }: Subject,
  tool: ToolReporter,
  collector: Collector,
): void {
  const told = new Map(troubles.map((one) => [`${one.type}: ${one.message.split('\n')[0]}`, one]))
  for (const [words, { type, message }] of told)
    if (!unreadable.test(type)) collector.notReached(`It could not test everything: ${words}`)
    else if (only !== 'given')
      tool.saw('answers-are-well-framed', `A response could not be read: ${message}`, request)
}

/** Of a document without more to say. */
const ofAnyDocument: Pick<ToolProfile, 'rules' | 'suppressions' | 'isSpokenOf'> = {
  rules: [],
  suppressions: table,
  isSpokenOf: () => true,
}

const interimResponses =
  'Python’s client takes an interim response, such as 103, for the final one, and that for the response to the next request (RFC 9110, 15.2): schemathesis checked nothing.'

/** What it raises where no whole response comes, and where Python's client can't read one. */
const ofNetwork = /Timeout|Connection|Protocol|Chunked|Unavailable/
const unreadable = /^(?:ChunkedEncodingError|ContentDecodingError|ConnectionError|InvalidHeader)$/

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

/** The checks of the content of a response: its part, and what rules of any document call it. */
const contents: Readonly<Record<string, readonly [Part, string]>> = {
  content_type_conformance: ['type', 'content-type'],
  response_headers_conformance: ['headers', 'header'],
  response_schema_conformance: ['body', 'body'],
}

/** The rules that a failed check shows broken, never none: a check that is new may be right. */
function rulesOfCheck(
  check: string,
  exchange: CompletedExchange,
  subject: Subject,
  oracle: DocumentOracle,
  { profile }: Basis,
): readonly Broken[] {
  const [part, name = ''] = contents[check] ?? []
  const ofOperation = `${oracle.operationOf(exchange.request) ?? ''}:${name}`
  if (oracle.isChecked(ofOperation)) return [{ rule: ofOperation }]
  return profile?.rulesOf(check, part, exchange, subject) ?? [{ rule: otherRule.id }]
}
