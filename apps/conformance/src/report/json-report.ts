/** The verdict as plain data, for programs. `report.schema.json` says what is in it. */
import type { Exchange } from '../exchange.ts'
import type { Finding } from '../run/checker.ts'
import { countRules, type Evidence, partsOf, placesOf, type Verdict } from '../run/verdict.ts'
import { bodyText } from './show-bytes.ts'

/** `report.json`. */
export function jsonReport(verdict: Verdict): string {
  return `${JSON.stringify(toReport(verdict), undefined, 2)}\n`
}

/** What `report.json` holds. */
export type Report = ReturnType<typeof toReport>

/** The same as a value. */
export function toReport(verdict: Verdict) {
  const { outcome, summary, contract, subject, durationMs, checkers, untriedValues, unseen } = verdict
  const { evidence, failures, known, stale, startedAt } = verdict
  const placeOf = placesOf(verdict)
  const reportFinding = ({ exchange, ...finding }: Finding) => ({
    ...finding,
    line: placeOf(finding.rule).line,
    ...(exchange && { exchange: reportExchange(exchange) }),
  })
  return {
    outcome,
    summary,
    contract: contract.name,
    contractVersion: contract.version,
    subject,
    durationMs,
    checkers,
    untriedValues,
    unseen,
    startedAt: startedAt.toISOString(),
    parts: partsOf(evidence).map(({ title, evidence: own }) => ({
      title,
      kept: countRules(own, 'kept'),
      broken: countRules(own, 'broken'),
      known: countRules(own, 'known'),
      notSeen: countRules(own, 'not seen'),
    })),
    rules: evidence.map((one) => reportRule(one)),
    failures: failures.map(({ findings, ...failure }) =>
      Object.assign(failure, { findings: findings.map((finding) => reportFinding(finding)) }),
    ),
    known: known.map(({ findings, ...entry }) =>
      Object.assign(entry, { findings: findings.map((finding) => reportFinding(finding)) }),
    ),
    stale,
  }
}

function reportRule(evidence: Evidence) {
  const { rule, part, line, state, kept, refused = null, findings, inconclusive } = evidence
  const { id, sentence, origin, layer, source = null } = rule
  const broken = findings.length
  return { id, sentence, origin, layer, source, part, line, state, kept, refused, broken, inconclusive }
}

function reportExchange({ id, request, response, startedAt, durationMs }: Exchange) {
  return { id, request, response: reportResponse(response), startedAt: startedAt.toISOString(), durationMs }
}

function reportResponse(response: Exchange['response']) {
  if ('noResponse' in response) return response
  const { body, bodyLength = body.length, ...head } = response
  return { ...head, body: bodyText(body), bodyLength }
}
