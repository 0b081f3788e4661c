/** Reports to the collector what a run of schemathesis found. */
import { Secrets } from '@plant-store/raw-http'
import { type CompletedExchange, hasResponse, type SentRequest } from '../../exchange.ts'
import { DocumentOracle } from '../../document/oracle/document-oracle.ts'
import type { Service } from '../../document/oracle/service.ts'
import { type Collector, CheckerFailure } from '../../run/checker.ts'
import { showResponse } from '../../report/show-exchange.ts'
import type { Subject } from '../../subject.ts'
import { type Objection, otherRule, type Reporter, reporterOf } from '../tools.ts'
import type { ToolBasis } from './command.ts'
import type { Report } from './report.ts'

/** Reports objections, what got no response, and what the oracle sees. Throws a `CheckerFailure` if nothing was answered. */
export function hear(
  report: Report,
  basis: ToolBasis,
  service: Service,
  subject: Subject,
  collector: Collector,
): void {
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
  const { rules, isSpokenOf } = basis.profile ?? { rules: [], isSpokenOf: () => true }
  const tell = reporterOf('schemathesis', subject, collector, [...rules, ...basis.rules])
  for (const exchange of answered) examine(exchange, oracle, tell, collector)
  const told = objections.flatMap(({ id, check, words }) => {
    const exchange = exchanges.get(id)
    if (exchange === undefined || !hasResponse(exchange)) return []
    const own = objectionsTo(exchange, check, words, subject, oracle, basis)
    for (const one of own) tell(one, exchange)
    return own.map(({ rule }) => rule)
  })
  if (isDone && oracle.isChecked(otherRule.id) && !told.includes(otherRule.id))
    collector.kept(otherRule.id, first)
  for (const one of all)
    if (!hasResponse(one) && isSpokenOf(one.request, subject))
      tell({ rule: 'answers-every-request', came: showResponse(one.response) }, one)
  // A request that got no response is a trouble, too, and was reported above.
  const others = troubles.filter(({ type }) => answered.length === all.length || !ofNetwork.test(type))
  const { request } = all.find(({ caller }) => caller !== undefined) ?? first
  hearTroubles(others, request, subject, tell, collector)
}

const withoutResponse = ([first]: Report['troubles']): CheckerFailure =>
  new CheckerFailure(`schemathesis got no response from the service: ${first?.message ?? 'none came.'}`)

/** The report does not say which request met the trouble: it may be one that the given contract does not cover. */
function hearTroubles(
  troubles: Report['troubles'],
  request: SentRequest,
  { only }: Subject,
  tell: Reporter,
  collector: Collector,
): void {
  const told = new Map(troubles.map((one) => [`${one.type}: ${one.message.split('\n')[0]}`, one]))
  for (const [words, { type, message }] of told)
    if (!unreadable.test(type)) collector.notReached(`It could not test everything: ${words}`)
    else if (only !== 'given')
      tell({ rule: 'answers-are-well-framed', came: `A response could not be read: ${message}` }, request)
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
  tell: Reporter,
  collector: Collector,
): void {
  const { request, response } = exchange
  const fields = response.fields.filter(([name]) => !/^content-encoding$/i.test(name))
  const seen = oracle.examine({ request, outcome: { ...response, fields } })
  const isChecked = (rule: string): boolean => rule.includes(':') && oracle.isChecked(rule)
  for (const rule of seen.keptRules.filter((one) => isChecked(one))) collector.kept(rule, exchange)
  for (const rule of [...seen.refused].filter((one) => isChecked(one))) collector.refused(rule, exchange)
  for (const breach of seen.breaches)
    if (isChecked(breach.rule) && breach.isToReturn !== true) tell(breach, exchange)
}

/** The checks of the content of a response, and what rules of any document call it. */
const contents: Readonly<Record<string, string>> = {
  content_type_conformance: 'content-type',
  response_headers_conformance: 'header',
  response_schema_conformance: 'body',
}

/** The checks of what a request deserves: of wrong ones they expect certain statuses, where HTTP leaves others open (RFC 9110, 15.5.5). */
const ofRequests =
  /^(?:not_a_server_error|status_code_conformance|negative_data_rejection|positive_data_acceptance|missing_required_header|unsupported_method|allow_header_conformance|ignored_auth)$/

/** What a failed check shows; one that is new may be right. */
function objectionsTo(
  exchange: CompletedExchange,
  check: string,
  words: string,
  subject: Subject,
  oracle: DocumentOracle,
  { profile }: ToolBasis,
): readonly Objection[] {
  const { request, response } = exchange
  const name = contents[check]
  const ofOperation = `${oracle.operationOf(request) ?? ''}:${name}`
  const isOfDocument = oracle.isChecked(ofOperation)
  if (!isOfDocument && profile !== undefined) return profile.objectionsTo(exchange, check, words, subject)
  // It looks only at the first line of a field, whose value may be on several (RFC 9110, 5.3).
  const isSplit = new Set(response.fields.map(([field]) => field)).size < response.fields.length
  if (ofRequests.test(check) || (name === 'header' && isSplit)) return []
  const rule = isOfDocument ? ofOperation : otherRule.id
  return [{ rule, came: `${response.status} ${response.reason}: ${words}` }]
}
