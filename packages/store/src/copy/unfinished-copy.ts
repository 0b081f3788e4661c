/**
 * The mark of a database into which a copy was begun and not finished. It stands among the migrations, as one that no
 * version of the program has: whatever opens a database looks there first, and older programs refuse it, too.
 */
import type { AppliedRow } from '../migration-steps.ts'
import { StoreError } from '../store-error.ts'

/** The largest number that every engine takes for a version. */
export const markVersion = 2_147_483_647

/** What a database was like: another one after every change on behalf of an operator, and after every restore. */
export interface CopiedState {
  /** A random value: no two databases have the same. */
  readonly generation: string
  /** The id of the last entry of the audit trail; every change has one. */
  readonly lastChange: number
}

/** What is noted of a copy that is under way. */
export interface CopyMark {
  /** What sentences call the source. */
  readonly source: string
  /** The state that is copied; `undefined` where what was copied is not to be relied on. */
  readonly state: CopiedState | undefined
  /** A random value: who writes it last goes on, and whoever was at work before stops. */
  readonly run: string
}

/** The name and the checksum of the row. */
export function toMarkColumns({ source, state, run }: CopyMark): [name: string, checksum: string] {
  return [source, [run, ...(state === undefined ? [] : [state.generation, state.lastChange])].join(' ')]
}

/** The reverse of `toMarkColumns`. */
export function toMark(name: string, checksum: string): CopyMark {
  const [run = '', generation, lastChange] = checksum.split(' ')
  const state = generation === undefined ? undefined : { generation, lastChange: Number(lastChange) }
  return { source: name, state, run }
}

/** The migrations alone. */
export function withoutMark(applied: readonly AppliedRow[]): readonly AppliedRow[] {
  return applied.filter(([version]) => version !== markVersion)
}

/** Throws `unfinished` where a copy into the database was not finished. */
export function requireNoMark(applied: readonly AppliedRow[], database: string): void {
  const mark = applied.find(([version]) => version === markVersion)
  if (mark === undefined) return
  throw new StoreError(
    'unfinished',
    `${database} holds an unfinished copy of ${mark[1]}. ` +
      'To finish it, run plant-store copy with the same --from and --to; to give it up, remove the database.',
  )
}
