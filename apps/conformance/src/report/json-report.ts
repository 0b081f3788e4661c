/** The verdict as plain data, for programs. `report-schema.ts` says what stands in it. */
import type { Exchange, Field } from '../exchange.ts'
import type { Finding } from '../court/judge.ts'
import { type Evidence, type JudgeReport, type KillMatrix, stateOf, type Verdict } from '../court/verdict.ts'
import { bodyText } from './body-text.ts'
import { summarizeParts } from './parts.ts'
import type { Report, ReportedMatrix } from './report-schema.ts'

/** `report.json`. */
export function jsonReport(verdict: Verdict): string {
  return `${JSON.stringify(toReport(verdict), undefined, 2)}\n`
}

/** The same as a value. */
export function toReport(verdict: Verdict): Report {
  const { outcome, summary, contractVersion, subject, durationMs, judges, unseen, matrix } = verdict
  const lines = new Map(verdict.evidence.map(({ rule, line }) => [rule.id, line]))
  return {
    outcome,
    summary,
    contractVersion,
    subject: { ...subject },
    startedAt: verdict.startedAt.toISOString(),
    durationMs,
    judges: judges.map((judge) => toJudge(judge)),
    parts: summarizeParts(verdict.evidence).map(({ title, counts }) => ({
      title,
      kept: counts.kept,
      broken: counts.broken,
      notSeen: counts['not seen'],
    })),
    rules: verdict.evidence.map((evidence) => reportRule(evidence)),
    failures: verdict.failures.map(({ headline, rules, findings }) => ({
      headline,
      rules: [...rules],
      findings: findings.map((finding) => reportFinding(finding, lines.get(finding.rule) ?? 1)),
    })),
    unseen: [...unseen],
    ...(matrix !== undefined && { matrix: reportMatrix(matrix) }),
  }
}

function reportRule(evidence: Evidence): Report['rules'][number] {
  const { rule, part, line, kept, refused = null, broken, unjudged } = evidence
  const { id, sentence, origin } = rule
  const state = stateOf(evidence)
  return { id, sentence, origin, part, line, state, kept, refused, broken, unjudged: [...unjudged] }
}

type ReportedFinding = Report['failures'][number]['findings'][number]

function reportFinding(finding: Finding, line: number): ReportedFinding {
  const { rule, judge, came, due, curl, exchange } = finding
  return { rule, judge, line, came, due, curl, ...(exchange && { exchange: reportExchange(exchange) }) }
}

function reportExchange({
  id,
  request,
  answer,
  startedAt,
  durationMs,
}: Exchange): NonNullable<ReportedFinding['exchange']> {
  return {
    id,
    request: { ...request, fields: reportFields(request.fields) },
    answer:
      'noResponse' in answer
        ? answer
        : {
            version: answer.version,
            status: answer.status,
            reason: answer.reason,
            fields: reportFields(answer.fields),
            body: bodyText(answer.body),
            bodyLength: answer.bodyLength ?? answer.body.length,
            faults: [...answer.faults],
          },
    startedAt: startedAt.toISOString(),
    durationMs,
  }
}

const reportFields = (fields: readonly Field[]): [string, string][] =>
  fields.map(([name, value]) => [name, value])

const toJudge = ({ notReached, ...judge }: JudgeReport): Report['judges'][number] => ({
  ...judge,
  notReached: [...notReached],
})

/** `mutants.json`. */
export function matrixJson(matrix: KillMatrix): string {
  return `${JSON.stringify(reportMatrix(matrix), undefined, 2)}\n`
}

function reportMatrix({ checks, rows }: KillMatrix): ReportedMatrix {
  return {
    checks: [...checks],
    rows: rows.map((row) => ({
      mutant: row.mutant,
      fault: row.fault,
      class: row.class,
      breaks: row.breaks,
      caughtBy: [...row.caughtBy],
      durationMs: row.durationMs,
      ...(row.stock && { stock: { schemathesis: row.stock.schemathesis, prism: row.stock.prism } }),
    })),
  }
}
