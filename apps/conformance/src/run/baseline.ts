/** Known failures: what a baseline names is reported, with its reason, and makes no check fail. */
import { stringify } from 'yaml'
import schema from '../../baseline.schema.json' with { type: 'json' }
import { readChecked } from '../checked-file.ts'
import type { Finding } from './checker.ts'
import { isLike, nearest } from './selection.ts'
import type { Evidence, KnownFailure, Verdict } from './verdict.ts'

/** What is known, and where that is written. */
export interface BaselineFile {
  readonly file: string
  readonly known: readonly KnownFailure[]
}

/** Rejects with an `InputError`. */
export async function readBaseline(file: string): Promise<BaselineFile> {
  return { file, ...(await readChecked<Pick<BaselineFile, 'known'>>('baseline', file, schema)) }
}

/** The entry that accepts the finding, if there is one. */
export const entryFor = ({ known }: BaselineFile, finding: Finding): KnownFailure | undefined =>
  known.find((entry) => !isOver(entry) && isNamed(entry, finding))

/** What was seen of each entry, and a sentence for each that no longer does anything, or not in this run. */
export function compare(
  baseline: BaselineFile,
  evidence: readonly Evidence[],
): Pick<Verdict, 'known' | 'stale'> {
  const seen = Map.groupBy(
    evidence.flatMap(({ known }) => known),
    (finding) => entryFor(baseline, finding),
  )
  const known = baseline.known.flatMap((entry) => {
    const findings = seen.get(entry) ?? []
    const rules = [...new Set(findings.map(({ rule }) => rule))]
    return findings.length === 0 ? [] : [{ ...entry, rules, findings }]
  })
  const unseen = baseline.known.filter((entry) => !seen.has(entry))
  return { known, stale: unseen.map((entry) => explainUnseen(entry, baseline.file, evidence)) }
}

/** Why an entry does nothing. */
function explainUnseen(entry: KnownFailure, file: string, evidence: readonly Evidence[]): string {
  const { rule, operation, until } = entry
  const name = operation === undefined ? rule : `${rule} of ${operation}`
  const broken = evidence.flatMap(({ findings }) => findings)
  if (isOver(entry) && broken.some((finding) => isNamed(entry, finding)))
    return `${name}: it was known until ${until}, and counts since then.`
  const ids = evidence.map((one) => one.rule.id)
  const own = evidence.filter((one) => isLike(rule, one.rule.id))
  if (own.length === 0)
    return `${name}: this check has no such rule. Remove it from ${file}.${nearest(rule, ids)}`
  return own.every(({ state }) => state === 'kept')
    ? `${name}: no longer seen. Remove it from ${file}.`
    : `${name}: not seen in this run, which did not see the rule kept either.`
}

const isOver = ({ until }: KnownFailure): boolean =>
  until !== undefined && until < new Date().toISOString().slice(0, 10)

const isNamed = (entry: KnownFailure, { rule, operation = [] }: Finding): boolean =>
  isLike(entry.rule, rule) && (entry.operation === undefined || operation.includes(entry.operation))

/** The text of a baseline for what was seen: what was known keeps its entry, reasons of the rest are for somebody to write. */
export function toBaseline(file: string, { evidence, known }: Pick<Verdict, 'evidence' | 'known'>): string {
  const kept = known.map(({ rules: _rules, findings: _findings, ...entry }) => entry)
  const news = evidence.filter(({ state }) => state === 'broken').map(({ rule }) => rule)
  const all = { known: [...kept, ...news.map(({ id }) => ({ rule: id, reason: '' }))] }
  return file.endsWith('.json') ? `${JSON.stringify(all, undefined, 2)}\n` : stringify(all)
}
