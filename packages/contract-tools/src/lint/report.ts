/** What linters found, for people and for programs. */
import type { Findings } from './lint.ts'

/** A line for each objection, and for each exception that is not needed; then the counts. */
export function describeFindings({ objections, excepted, unneeded }: Findings): string {
  const count = excepted.reduce((sum, exception) => sum + exception.count, 0)
  return [
    ...objections.map(
      ({ linter, rule, message, document, line, pointer }) =>
        `${document}:${line}  ${pointer}\n       ${linter}, ${rule}: ${message}`,
    ),
    ...unneeded.map(
      ({ linter, rule, at }) =>
        `contracts/lint-exceptions.yaml: ${linter} has no objection by ${rule} at ${at.join(', ')}. Delete the exception.`,
    ),
    `${objections.length === 0 ? 'Nothing' : objections.length} to object to; ${count} findings are excepted, each with its reason.`,
    '',
  ].join('\n')
}

/** The same as JSON. */
export const findingsToJson = (findings: Findings): unknown => ({
  ok: findings.objections.length + findings.unneeded.length === 0,
  ...findings,
})
