/** What a copy needs from the databases at its two ends, whatever their engines. */
import type { AuditEntry } from '../audit.ts'
import type { NewEntry } from '../changes/audit-entry.ts'
import type { Finding } from '../store.ts'
import type { numberedTables, Table } from '../tables.ts'
import type { CopiedState, CopyMark } from './unfinished-copy.ts'

/** The values of a table's columns, in their order. */
export type Row = readonly (string | number | null)[]

/** How many rows are read, and written in one transaction, at a time. */
export const copyBatchSize = 5000

/** The last id that was assigned in each numbered table. */
export type LastIds = Readonly<Record<(typeof numberedTables)[number], number>>

/** A database in a transaction. Every method rejects with a `StoreError` as a store does. */
export interface CopyReading {
  /** The name of the database in messages. */
  readonly database: string
  state(): Promise<CopiedState>
  count(table: Table): Promise<number>
  /** Every row in the order of the key, in batches. One table is read at a time. */
  read(table: Table): AsyncIterable<readonly Row[]>
  lastIds(): Promise<LastIds>
}

/** The target of a copy, in a transaction during which nobody else changes it. */
export interface CopyWriting extends CopyReading {
  setGeneration(value: string): Promise<void>
  mark(): Promise<CopyMark | undefined>
  /** Records how far the copy is; `undefined`: it is finished. */
  setMark(mark: CopyMark | undefined): Promise<void>
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /** Removes every row of the tables. No other table may refer to them. */
  clear(tables: readonly Table[]): Promise<void>
  /** Adds the rows that the access table lacks according to the grants. */
  deriveAccess(): Promise<void>
  setLastIds(ids: LastIds): Promise<void>
  /** What `verify` finds. */
  problems(): Promise<readonly Finding[]>
  addEntry(entry: NewEntry): Promise<AuditEntry>
}

/** What is examined before anything is written. */
export type CopyLooking = Pick<CopyWriting, 'database' | 'state' | 'count' | 'mark'>

/** The source of a copy. The caller closes it. */
interface CopySource {
  /** `work` reads as of one moment; others may continue to read and write. */
  snapshot<T>(work: (source: CopyReading) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The target of a copy. The caller closes it. */
export interface CopyTarget {
  /** Changes nothing. */
  look<T>(work: (target: CopyLooking) => Promise<T>): Promise<T>
  /** One transaction: all of it or nothing. */
  write<T>(work: (target: CopyWriting) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the database at each end. `openTarget` creates a missing one; in a dry run it is `undefined` instead. */
export interface CopyEngine {
  openSource(database: string): Promise<CopySource>
  openTarget(database: string, dryRun: boolean): Promise<CopyTarget | undefined>
}
