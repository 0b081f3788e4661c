/** Where a history is replayed: a fresh database of one engine or another. */
import type { Store } from '../../src/index.ts'

/** A row of the access table, by its key. */
export interface AccessRow {
  readonly userId: number
  readonly plantId: number
}

export interface Place {
  readonly store: Store
  /** Runs a statement behind the store's back. */
  execute(sql: string): Promise<void>
  accessRows(): Promise<readonly AccessRow[]>
  /** Where the engine has backups of its own: takes one in place of the one before, and goes back to it. */
  readonly backups?: { take(): Promise<void>; restore(): Promise<void> } | undefined
  close(): Promise<void>
}

/** Makes a place whose store has this clock. */
export type MakePlace = (now: () => number) => Promise<Place>
