/** What a copy asks of the databases at its two ends, whatever their engines. */
import type { AuditEntry } from '../audit.ts'
import type { NewEntry } from '../changes/audit-entry.ts'
import type { Finding } from '../store.ts'
import type { numberedTables, Table } from '../tables.ts'
import type { CopiedState, CopyMark } from './unfinished-copy.ts'

/** The values of a table's columns, in their order. */
export type Row = readonly (string | number | null)[]

/** So many rows are read, and written in one transaction, at a time. */
export const copyBatchSize = 5000

/** The last id that was given out in each numbered table. */
export type LastIds = Readonly<Record<(typeof numberedTables)[number], number>>

/** A database in a transaction. Everything rejects with a `StoreError` as a store does. */
export interface CopyReading {
  /** What sentences call it. */
  readonly database: string
  state(): Promise<CopiedState>
  count(table: Table): Promise<number>
  /** Every row in the order of the key, in batches. One table is read at a time. */
  read(table: Table): AsyncIterable<readonly Row[]>
  lastIds(): Promise<LastIds>
}

/** The database that is copied to, in a transaction during which nobody else changes it. */
export interface CopyWriting extends CopyReading {
  setGeneration(value: string): Promise<void>
  mark(): Promise<CopyMark | undefined>
  /** Notes how far the copy is; `undefined`: it is finished. */
  setMark(mark: CopyMark | undefined): Promise<void>
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /** Removes every row of the tables, which refer to each other only. */
  clear(tables: readonly Table[]): Promise<void>
  /** Adds what is missing from the access table by the grants. */
  deriveAccess(): Promise<void>
  setLastIds(ids: LastIds): Promise<void>
  /** What `verify` finds. */
  problems(): Promise<readonly Finding[]>
  addEntry(entry: NewEntry): Promise<AuditEntry>
}

/** What is looked at before anything is written. */
export type CopyLooking = Pick<CopyWriting, 'database' | 'state' | 'count' | 'mark'>

/** The database that is copied. The caller closes it. */
interface CopySource {
  /** All that `work` reads is of one moment; others may go on reading and writing. */
  snapshot<T>(work: (source: CopyReading) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The database that is copied to. The caller closes it. */
export interface CopyTarget {
  /** Changes nothing. */
  look<T>(work: (target: CopyLooking) => Promise<T>): Promise<T>
  /** One transaction: all of it or nothing. */
  write<T>(work: (target: CopyWriting) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the database of each end. `openTarget` makes one where there is none, or, in a dry run, is `undefined`. */
export interface CopyEngine {
  openSource(database: string): Promise<CopySource>
  openTarget(database: string, dryRun: boolean): Promise<CopyTarget | undefined>
}
