/**
 * schemathesis on any document. What it sends is examined by the document's oracle, which knows what HTTP leaves open; what
 * schemathesis itself says of a response is a second opinion.
 */
import { resolve } from 'node:path'
import { type Credential, curlFor, nameSecrets, Secrets } from '@plant-store/raw-http'
import { type CompletedExchange, hasResponse } from '../../contract/given-requests.ts'
import type { AnyContract, AnyOperation } from '../../document/model.ts'
import { DocumentOracle } from '../../document/oracle/document-oracle.ts'
import { Service } from '../../document/oracle/service.ts'
import type { Breach } from '../../oracle/examination.ts'
import type { Rule } from '../../rules/rules.ts'
import { type Checker, CheckerFailure, type Collector } from '../../run/checker.ts'
import type { Subject } from '../../subject.ts'
import { type Job, settingsWith, variablesOf } from './command.ts'
import { provideEnvironment } from './environment.ts'
import type { Objection, Report } from './report.ts'
import { runTool } from './run-tool.ts'

/** What schemathesis objects to, where the document has no rule for it. */
export const otherRule: Rule = {
  id: 'schemathesis',
  sentence: 'schemathesis objects to nothing else.',
  origin: 'given',
  layer: 'document',
  pointer: '',
  part: 'schemathesis',
  kind: 'owed',
  needs: 'nothing',
}

/** What the checker goes by. */
interface Basis {
  readonly contract: AnyContract
  /** Those that are tried: what may change something is left out unless that is wanted. */
  readonly operations: readonly AnyOperation[]
  readonly rules: readonly Rule[]
}

/** A checker for the document; `otherRule` must be among the rules. */
export const documentSchemathesis = (basis: Basis, reportDirectory: string | undefined): Checker => ({
  name: 'schemathesis',
  prepare: async (signal) => void (await provideEnvironment({ signal })),
  check: async (subject, collector) => {
    const service = new Service(subject, basis.contract)
    const oracle = new DocumentOracle(service, basis.rules, new Secrets(subject))
    await runTool({
      subject,
      collector,
      reportDirectory,
      job: jobFor(basis, subject),
      whose: (request) => service.callerOf(request),
      hear: (report) => hear(report, oracle, subject, collector),
    })
  },
})

/** As the first caller, whose fields stand in the settings; a key in the query is given by the name of its scheme. */
function jobFor({ contract, operations }: Basis, { callers: [first = {}], fields }: Subject): Job {
  const named = nameSecrets({ callers: [first], refused: [], fields })
  const own = named.callers.flatMap((one) => one.fields)
  return {
    ...(/^https?:/.test(contract.name)
      ? { document: JSON.stringify(contract.document) }
      : { file: resolve(contract.name) }),
    settings: [settingsWith([...named.fields, ...own], false), ...keysOf(first, operations), safe].join('\n'),
    methods: [...new Set(operations.map(({ method }) => method))],
    variables: variablesOf(named.secrets),
  }
}

function keysOf({ query = [] }: Credential, operations: readonly AnyOperation[]): readonly string[] {
  const [caller] = nameSecrets({ callers: [{ query }], refused: [] }).callers
  const schemes = new Map(operations.flatMap(({ security }) => security.flat()).map((one) => [one.name, one]))
  return [...schemes.values()].flatMap(({ name, in: where, parameter }) => {
    const index = where === 'query' ? query.findIndex(([key]) => key === parameter) : -1
    const [, [secret] = []] = caller?.query[index] ?? []
    if (typeof secret !== 'object') return []
    return [`[auth.openapi.${JSON.stringify(name)}]`, `api_key = "\${${secret.name}}"`]
  })
}

/** Nothing is sent that the document does not declare, and no account is made. */
const safe = '[auth]\nauto-signup = false\n[phases.coverage]\nunexpected-methods = []\n'

type Tell = (breach: Breach, exchange: CompletedExchange) => void

function hear(report: Report, oracle: DocumentOracle, subject: Subject, collector: Collector): void {
  const all = [...report.exchanges].map(([id, made]) => [id, collector.record(made)] as const)
  const answered = new Map(all.flatMap(([id, one]) => (hasResponse(one) ? [[id, one]] : [])))
  const [first] = answered.values()
  if (first === undefined) {
    const why = report.troubles[0]?.message ?? 'it made no request'
    throw new CheckerFailure(`schemathesis got no response from the service: ${why}`)
  }
  const curl = curlFor(subject)
  const tell: Tell = (breach, exchange) =>
    collector.broken({ ...breach, checker: 'schemathesis', exchange, curl: curl(exchange.request) })
  for (const exchange of answered.values()) examine(exchange, oracle, collector, tell)
  const told = report.objections.flatMap(([id, objection]) => {
    const exchange = answered.get(objection.case_id ?? id)
    return exchange === undefined ? [] : hearObjection(objection, exchange, oracle, tell)
  })
  if (report.isDone && !told.includes(otherRule.id)) collector.kept(otherRule.id, first)
  for (const trouble of new Set(report.troubles.map(({ type, message }) => `${type}: ${message}`)))
    collector.notReached(`It could not test everything: ${trouble.split('\n')[0]}`)
}

/** What HTTP asks of the bytes is left to sessions: Python has read them, and decoded the body. */
function examine(
  exchange: CompletedExchange,
  oracle: DocumentOracle,
  collector: Collector,
  tell: Tell,
): void {
  const { request, response } = exchange
  const fields = response.fields.filter(([name]) => !/^content-encoding$/i.test(name))
  const seen = oracle.examine({ request, outcome: { ...response, fields } })
  const isChecked = (rule: string): boolean => rule.includes(':') && oracle.isChecked(rule)
  for (const rule of seen.keptRules.filter((one) => isChecked(one))) collector.kept(rule, exchange)
  for (const rule of [...seen.refused].filter((one) => isChecked(one))) collector.refused(rule, exchange)
  for (const breach of seen.breaches.filter(({ rule }) => isChecked(rule))) tell(breach, exchange)
}

/** What its checks of a response are about. */
const parts: Readonly<Record<string, string>> = {
  content_type_conformance: 'content-type',
  response_headers_conformance: 'header',
  response_schema_conformance: 'body',
}

/** Which requests must succeed or be refused, and with which status, the oracle says: schemathesis knows no liberty. */
const ofRequests =
  /^(?:not_a_server_error|status_code_conformance|negative_data_rejection|positive_data_acceptance|missing_required_header|unsupported_method|allow_header_conformance|ignored_auth)$/

/** Returns the rule that it was told to break, if any. */
function hearObjection(
  { check, code, title, message }: Objection,
  exchange: CompletedExchange,
  oracle: DocumentOracle,
  tell: Tell,
): readonly string[] {
  if (ofRequests.test(check)) return []
  const own = `${oracle.analyse(exchange.request).asked?.id ?? ''}:${parts[check] ?? ''}`
  const rule = oracle.isChecked(own) ? own : otherRule.id
  const [detail = ''] = message.split('\n')
  tell({ rule, came: `${exchange.response.status}: ${check}, ${code}: ${detail}`, due: title }, exchange)
  return [rule]
}
