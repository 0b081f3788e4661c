/** The verdict as plain data, for programs. `report.schema.json` says what is in it. */
import type { Exchange } from '../exchange.ts'
import { type Evidence, linesOf, stateOf, type Verdict } from '../run/verdict.ts'
import { summarizeParts } from './parts.ts'
import { bodyText } from './show-bytes.ts'

/** `report.json`. */
export function jsonReport(verdict: Verdict): string {
  return `${JSON.stringify(toReport(verdict), undefined, 2)}\n`
}

/** What `report.json` holds. */
export type Report = ReturnType<typeof toReport>

/** The same as a value. */
export function toReport(verdict: Verdict) {
  const { outcome, summary, contractVersion, subject, durationMs, checkers, unseen } = verdict
  const { evidence, failures, startedAt } = verdict
  const lineOf = linesOf(verdict)
  return {
    outcome,
    summary,
    contractVersion,
    subject,
    durationMs,
    checkers,
    unseen,
    startedAt: startedAt.toISOString(),
    parts: summarizeParts(evidence).map(({ title, counts }) => ({
      title,
      kept: counts.kept,
      broken: counts.broken,
      notSeen: counts['not seen'],
    })),
    rules: evidence.map((one) => reportRule(one)),
    failures: failures.map(({ headline, rules, findings }) => ({
      headline,
      rules,
      findings: findings.map(({ exchange, ...finding }) => ({
        ...finding,
        line: lineOf(finding.rule),
        ...(exchange && { exchange: reportExchange(exchange) }),
      })),
    })),
  }
}

function reportRule(evidence: Evidence) {
  const { rule, part, line, kept, refused = null, broken, inconclusive } = evidence
  const { id, sentence, origin } = rule
  return { id, sentence, origin, part, line, state: stateOf(evidence), kept, refused, broken, inconclusive }
}

function reportExchange({ id, request, response, startedAt, durationMs }: Exchange) {
  return { id, request, response: reportResponse(response), startedAt: startedAt.toISOString(), durationMs }
}

function reportResponse(response: Exchange['response']) {
  if ('noResponse' in response) return response
  const { body, bodyLength = body.length, ...head } = response
  return { ...head, body: bodyText(body), bodyLength }
}
