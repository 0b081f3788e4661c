/** Copies a whole database into an empty one, from any engine to any: ids, order, tokens and audit trail unchanged. */
import { randomBytes } from 'node:crypto'
import type { ChangeOptions } from '../changes/change-options.ts'
import { isPostgresUrl, nameDatabase } from '../postgres/address.ts'
import { accessTable, recordTables, tokenTables } from '../tables.ts'
import { begin, type Beginning, judge } from './begin.ts'
import { copyTables } from './copy-tables.ts'
import type { CopyEngine, CopyReading, CopyTarget } from './ends.ts'

/** What to copy, and where. Both are paths or addresses of PostgreSQL. */
export interface CopyOptions {
  readonly from: string
  /** A database that is empty, does not exist yet, or holds an unfinished copy. */
  readonly to: string
  /** Examines both databases, changes nothing, and says what would be copied. */
  readonly dryRun?: boolean
  /** Who copies, and a callback for the entry in the audit trail. */
  readonly audit?: Pick<ChangeOptions, 'actor' | 'onAudit'>
  /** Called when the copy has begun, with how it began. */
  readonly onBegin?: (beginning: Beginning) => void
  /** Hears of rows that were read, to be copied or compared: how many so far, and how many there are to read. */
  readonly onProgress?: (done: number, total: number) => void
  /** Stops the work between two batches. The copy then remains unfinished. */
  readonly signal?: AbortSignal | undefined
}

/** What was copied, or would be. */
export interface CopyReport {
  /** The names of the two in messages: addresses have no passwords. */
  readonly from: string
  readonly to: string
  readonly beginning: Beginning
  readonly tables: readonly CopiedTable[]
}

/** A table of both databases. */
export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** The same on both sides; `undefined` if nothing was copied. See `TableDigest`. */
  readonly sha256: string | undefined
}

/**
 * Copies `from`, as of one moment, into `to`, and compares every table of the two before the copy counts: until then
 * nobody can open it. An interrupted copy continues where it stopped when this is called again, or starts over if the
 * source was changed meanwhile. The copy has revisions of its own: what was remembered of one database is not mistaken
 * for the other's. Rejects with a `StoreError`: `conflict` if `to` is not empty, `invalid` if both are the same
 * database, `damaged` if they differ in the end, `busy` if another copy into `to` was started, and as `openStore` and
 * `migrate` do.
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyReport> {
  const { from, to, dryRun = false } = options
  const names = { from: nameDatabase(from), to: nameDatabase(to) }
  const source = await (await engineOf(from)).openSource(from)
  try {
    return await source.snapshot(async (reading) => {
      const counted = await countTables(reading)
      const target = await (await engineOf(to)).openTarget(to, dryRun)
      if (target === undefined) return { ...names, beginning: 'new', tables: counted }
      try {
        if (!dryRun) return { ...names, ...(await copy(reading, target, counted, options)) }
        const state = await reading.state()
        return { ...names, beginning: await target.look((tx) => judge(tx, state)), tables: counted }
      } finally {
        await target.close()
      }
    })
  } finally {
    await source.close()
  }
}

/** Each engine is loaded only when needed: the driver of PostgreSQL is large. */
async function engineOf(database: string): Promise<CopyEngine> {
  if (isPostgresUrl(database)) return (await import('../postgres/copy-ends.ts')).postgresEnds
  return (await import('../sqlite/copy-ends.ts')).sqliteEnds
}

async function countTables(from: CopyReading): Promise<readonly CopiedTable[]> {
  const tables: CopiedTable[] = []
  for (const table of [...recordTables, ...tokenTables, accessTable]) {
    tables.push({ table: table.name, rows: await from.count(table), sha256: undefined })
  }
  return tables
}

async function copy(
  from: CopyReading,
  target: CopyTarget,
  counted: readonly CopiedTable[],
  { audit = {}, onBegin, onProgress, signal }: CopyOptions,
): Promise<Pick<CopyReport, 'beginning' | 'tables'>> {
  // Each table is read at both ends. That includes the access table, which is derived at the target and then compared.
  const total = 2 * counted.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const onRows = (rows: number): void => {
    done += rows
    onProgress?.(done, total)
  }
  const mark = { source: from.database, state: await from.state(), run: randomBytes(8).toString('hex') }
  const beginning = await target.write((tx) => begin(tx, mark))
  onBegin?.(beginning)
  const copied = await copyTables({ from, target, mark, audit, signal, onRows })
  const tables = [...copied].map(([{ name }, { rows, sha256 }]) => ({ table: name, rows, sha256 }))
  return { beginning, tables }
}
