/** Known failures: what a baseline names is reported, with its reason, and makes no check fail. */
import { stringify } from 'yaml'
import schema from '../../baseline.schema.json' with { type: 'json' }
import { readChecked } from '../checked-file.ts'
import { type Declared, operationFor } from '../contract/coverage.ts'
import type { Finding } from './checker.ts'
import { isLike, namesOf, nearest } from './selection.ts'
import { type Evidence, type KnownFailure, type KnownSeen, type Verdict } from './verdict.ts'

/** What is known, and where that is written. */
export interface BaselineFile {
  readonly file: string
  readonly known: readonly KnownFailure[]
}

/** Rejects with an `InputError`. */
export async function readBaseline(file: string): Promise<BaselineFile> {
  return { file, ...(await readChecked<Pick<BaselineFile, 'known'>>('baseline', file, schema)) }
}

/** The baseline of one check. */
export class Baseline {
  readonly #written: BaselineFile
  readonly #operations: readonly Declared[]
  readonly #today = new Date().toISOString().slice(0, 10)

  constructor(written: BaselineFile, operations: readonly Declared[]) {
    this.#written = written
    this.#operations = operations
  }

  /** The entry that accepts the finding, if there is one. */
  entryFor(finding: Finding): KnownFailure | undefined {
    return this.#written.known.find((entry) => !this.#isOver(entry) && this.#names(entry, finding))
  }

  /** What was seen of each entry. */
  seenIn(evidence: readonly Evidence[]): readonly KnownSeen[] {
    const findings = evidence.flatMap(({ known }) => known)
    return this.#written.known.flatMap((entry) => {
      const own = findings.filter((finding) => this.entryFor(finding) === entry)
      return own.length === 0
        ? []
        : [{ ...entry, rules: [...new Set(own.map(({ rule }) => rule))], findings: own }]
    })
  }

  /** A sentence for each entry that no longer does anything, or not in this run. */
  staleIn(evidence: readonly Evidence[]): readonly string[] {
    const seen = new Set(evidence.flatMap(({ known }) => known.map((finding) => this.entryFor(finding))))
    const ids = evidence.map(({ rule }) => rule.id)
    const broken = evidence.flatMap(({ findings }) => findings)
    return this.#written.known
      .filter((entry) => !seen.has(entry))
      .map((entry) => {
        const { rule, operation, until } = entry
        const name = operation === undefined ? rule : `${rule} of ${operation}`
        if (this.#isOver(entry) && broken.some((finding) => this.#names(entry, finding)))
          return `${name}: it was known until ${until}, and counts since then.`
        const own = evidence.filter((one) => isLike(rule, one.rule.id))
        if (own.length === 0)
          return `${name}: this check has no such rule. Remove it from ${this.#written.file}.${nearest(rule, ids)}`
        return own.every(({ state }) => state === 'kept')
          ? `${name}: no longer seen. Remove it from ${this.#written.file}.`
          : `${name}: not seen in this run, which did not see the rule kept either.`
      })
  }

  #isOver({ until }: KnownFailure): boolean {
    return until !== undefined && until < this.#today
  }

  #names({ rule, operation }: KnownFailure, finding: Finding): boolean {
    if (!isLike(rule, finding.rule)) return false
    if (operation === undefined) return true
    const own = finding.exchange && operationFor(this.#operations, finding.exchange.request)
    return own !== undefined && namesOf(own).includes(operation)
  }
}

/** The text of a baseline for what was seen: what was known keeps its entry, reasons of the rest are for somebody to write. */
export function toBaseline(file: string, { evidence, known }: Pick<Verdict, 'evidence' | 'known'>): string {
  const kept = known.map(({ rules: _rules, findings: _findings, ...entry }) => entry)
  const news = evidence.filter(({ state }) => state === 'broken').map(({ rule }) => rule)
  const all = { known: [...kept, ...news.map(({ id }) => ({ rule: id, reason: '' }))] }
  return file.endsWith('.json') ? `${JSON.stringify(all, undefined, 2)}\n` : stringify(all)
}
