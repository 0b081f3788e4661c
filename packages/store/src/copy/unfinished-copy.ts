/**
 * The mark of a database that holds an unfinished copy. It is stored among the migrations, as one that no version of
 * the program has: whatever opens a database looks there first, and older programs refuse it, too.
 */
import type { AppliedRow } from '../migration-steps.ts'
import { StoreError } from '../store-error.ts'

/** The largest number that every engine accepts as a version. */
export const markVersion = 2_147_483_647

/** Identifies the content of a database: differs after every change on behalf of an operator, and every restore. */
export interface CopiedState {
  /** A random value: no two databases share one. */
  readonly generation: string
  /** The id of the last entry of the audit trail; every change has one. */
  readonly lastChange: number
}

/** What is recorded of a copy that is under way. */
export interface CopyMark {
  /** The name of the source in messages. */
  readonly source: string
  /** The state that is copied; `undefined` if what was copied can't be relied on. */
  readonly state: CopiedState | undefined
  /** A random value: the run that wrote it last continues, and any other stops. */
  readonly run: string
}

/** The name and the checksum columns of the row. */
export function toMarkColumns({ source, state, run }: CopyMark): [name: string, checksum: string] {
  return [source, [run, ...(state === undefined ? [] : [state.generation, state.lastChange])].join(' ')]
}

/** The reverse of `toMarkColumns`. */
export function toMark(name: string, checksum: string): CopyMark {
  const [run = '', generation, lastChange] = checksum.split(' ')
  const state = generation === undefined ? undefined : { generation, lastChange: Number(lastChange) }
  return { source: name, state, run }
}

/** Only the migrations, without the mark. */
export function withoutMark(applied: readonly AppliedRow[]): readonly AppliedRow[] {
  return applied.filter(([version]) => version !== markVersion)
}

/** Throws `unfinished` if the database holds an unfinished copy. */
export function requireNoMark(applied: readonly AppliedRow[], database: string): void {
  const mark = applied.find(([version]) => version === markVersion)
  if (mark === undefined) return
  throw new StoreError(
    'unfinished',
    `${database} holds an unfinished copy of ${mark[1]}. ` +
      'To finish it, run plant-store copy with the same --from and --to; to give it up, remove the database.',
  )
}
