/** The verdict as plain data, for programs. `report.schema.json` says what is in it. */
import { isUtf8 } from 'node:buffer'
import type { Exchange } from '../exchange.ts'
import type { Finding } from '../run/checker.ts'
import { countStates, type Evidence, partsOf, type Verdict } from '../run/verdict.ts'

/** `report.json`. */
export const jsonReport = (verdict: Verdict): string => `${JSON.stringify(toReport(verdict), undefined, 2)}\n`

/** What `report.json` holds. */
export type Report = ReturnType<typeof toReport>

/** The same as a value. */
export function toReport(verdict: Verdict) {
  const { contract, startedAt, evidence, failures, known, shown: _, ...same } = verdict
  const lines = new Map(evidence.map(({ rule, line }) => [rule.id, line]))
  const reportFinding = ({ exchange, operation: _names, ...finding }: Finding) => ({
    ...finding,
    line: lines.get(finding.rule),
    ...(exchange && { exchange: reportExchange(exchange) }),
  })
  const withFindings = <Entry extends { readonly findings: readonly Finding[] }>(entry: Entry) =>
    Object.assign({}, entry, { findings: entry.findings.map((finding) => reportFinding(finding)) })
  return {
    ...same,
    contract: contract.name,
    contractVersion: contract.version,
    startedAt: startedAt.toISOString(),
    parts: partsOf(evidence).map(({ title, evidence: own }) => {
      const { 'not seen': notSeen, ...counts } = countStates(own)
      return Object.assign({ title, notSeen }, counts)
    }),
    rules: evidence.map((one) => reportRule(one)),
    failures: failures.map(({ headline, rules, findings }) => withFindings({ headline, rules, findings })),
    known: known.map((one) => withFindings(one)),
  }
}

function reportRule(evidence: Evidence) {
  const { rule, line, state, kept, refused = null, findings, inconclusive } = evidence
  const { id, sentence, origin, layer, source = null, part } = rule
  const broken = findings.length
  return { id, sentence, origin, layer, source, part, line, state, kept, refused, broken, inconclusive }
}

function reportExchange({ id, request, response, startedAt, durationMs }: Exchange) {
  const sent = { id, request, startedAt: startedAt.toISOString(), durationMs }
  if ('noResponse' in response) return { ...sent, response }
  const { body, bodyLength = body.length, ...head } = response
  // Loses no byte: a byte-order mark stays.
  const encoding = isUtf8(body) ? 'utf-8' : 'base64'
  return { ...sent, response: { ...head, body: { text: body.toString(encoding), encoding }, bodyLength } }
}
