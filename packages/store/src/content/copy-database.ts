/** Copies a whole database into an empty one, from any engine to any: ids, order, tokens and audit trail unchanged. */
import { isDeepStrictEqual } from 'node:util'
import { createChange } from '../admin/change.ts'
import type { Database, Reading } from '../admin/sql.ts'
import type { AuditEntry } from '../store.ts'
import type { ChangeOptions } from '../admin/changes/change-options.ts'
import { nameDatabase } from '../postgres/address.ts'
import { StoreError } from '../store-error.ts'
import { engineOf } from './engine-of.ts'
import { copyContent } from './replace-content.ts'
import { countRows } from './rows.ts'
import { allTables, recordTables } from './tables.ts'

/** What to copy, and where. Both are paths or addresses of PostgreSQL. */
export interface CopyOptions {
  readonly from: string
  /** A database that is empty or does not exist yet. */
  readonly to: string
  /** Examines both databases, changes nothing, and says what would be copied. */
  readonly dryRun?: boolean
  /** Who copies, and a callback for the entry in the audit trail. */
  readonly audit?: Pick<ChangeOptions, 'actor' | 'onAudit'>
  /** Hears of rows that were read, to be copied or compared: how many so far, and how many there are to read. */
  readonly onProgress?: (done: number, total: number) => void
  /** Stops the work between two batches. Then nothing is copied. */
  readonly signal?: AbortSignal | undefined
}

/** What was copied, or would be. */
export interface CopyReport {
  /** The names of the two in messages: addresses have no passwords. */
  readonly from: string
  readonly to: string
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
 * Copies `from`, as of one moment, into `to`, and compares every table of the two, in one transaction: a copy is there
 * whole or not at all. It has revisions of its own: what was remembered of one database is not mistaken for the other's.
 * Rejects with a `StoreError`: `conflict` if `to` is not empty, `invalid` if both are the same database, `damaged` if
 * they differ in the end, and as `openStore` and `migrate` do.
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyReport> {
  const { from, to, dryRun = false } = options
  const names = { from: nameDatabase(from), to: nameDatabase(to) }
  await using source = await (await engineOf(from)).openReading(from)
  await source.database.dialect.requireAllLists(source.database)
  return await source.database.snapshot(async (reading) => {
    const engine = await engineOf(to)
    {
      await using there = await engine.look(to)
      await there?.database.snapshot((target) => requireEmpty(target, reading))
    }
    const counted: CopiedTable[] = []
    for (const table of allTables) {
      counted.push({ table: table.name, rows: await countRows(reading, table), sha256: undefined })
    }
    if (dryRun) return { ...names, tables: counted }
    await using target = await engine.openTarget(to)
    const entries: AuditEntry[] = []
    const tables = await copy(reading, target.database, counted, { ...options, from: names.from }, (entry) =>
      entries.push(entry),
    )
    target.finish()
    for (const entry of entries) options.audit?.onAudit?.(entry)
    return { ...names, tables }
  })
}

async function copy(
  reading: Reading,
  target: Database,
  counted: readonly CopiedTable[],
  { from, audit = {}, onProgress, signal }: CopyOptions,
  onAudit: (entry: AuditEntry) => void,
): Promise<readonly CopiedTable[]> {
  // Each table is read at both ends. That includes the access table, which is derived at the target and then compared.
  const total = 2 * counted.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const onRows = (rows: number): void => {
    signal?.throwIfAborted()
    done += rows
    onProgress?.(done, total)
  }
  let tables: readonly CopiedTable[] = []
  const change = createChange(target, { actor: audit.actor, onAudit, now: Date.now })
  await change('copy', [from], async (tx) => {
    await requireEmpty(tx, reading)
    const copied = await copyContent(tx, reading, onRows)
    tables = [...copied].map(([{ name }, { rows, sha256 }]) => ({ table: name, rows, sha256 }))
    return { rows: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])) }
  })
  return tables
}

/** Ignores `token_use`: a service may have had the empty database open. */
async function requireEmpty(target: Reading, source: Reading): Promise<void> {
  if (isDeepStrictEqual(await stateOf(target), await stateOf(source))) {
    throw new StoreError(
      'invalid',
      `${target.database} is the source of the copy; name another database as its target.`,
    )
  }
  for (const table of recordTables) {
    const rows = await countRows(target, table)
    if (rows === 0) continue
    throw new StoreError(
      'conflict',
      `${target.database} is not empty: its table ${table.name} has ${rows} row${rows === 1 ? '' : 's'}. ` +
        'Name a database that is empty, or one that is not there yet.',
    )
  }
}

/** Identifies what a database holds: the random value of its history, and its last entry of the audit trail. */
async function stateOf(reading: Reading): Promise<unknown> {
  const ids = new Map(await reading.rows(reading.dialect.lastIds))
  return [await reading.row('select value from generation'), ids.get('audit') ?? 0]
}
