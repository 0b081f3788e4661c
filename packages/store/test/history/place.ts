/** Where a history is replayed: a fresh database of one of the engines. */
import type { Store } from '../../src/index.ts'

/** A row of the access table, identified by its key. */
export interface AccessRow {
  readonly userId: number
  readonly plantId: number
}

export interface Place {
  readonly store: Store
  /** Runs a statement without the store's knowledge. */
  execute(sql: string): Promise<void>
  accessRows(): Promise<readonly AccessRow[]>
  /** If the engine has backups of its own: takes one that replaces the previous one, and restores it. */
  readonly backups?: { take(): Promise<void>; restore(): Promise<void> } | undefined
  close(): Promise<void>
}

/** Makes a place whose store uses this clock. */
export type MakePlace = (now: () => number) => Promise<Place>
