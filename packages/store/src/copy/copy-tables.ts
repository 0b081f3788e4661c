/** The work of a copy, from the first row to the comparison of both sides. */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type ChangeOptions, osUser } from '../changes/change-options.ts'
import { describeChange } from '../changes/describe-change.ts'
import type { AuditEntry } from '../audit.ts'
import { StoreError } from '../store-error.ts'
import { accessTable, recordTables, type Table, tokenTables } from '../tables.ts'
import { CopyReplaced, requireOurs } from './begin.ts'
import { DigestingTable, digestTable, type TableDigest } from './digest.ts'
import type { CopyReading, CopyTarget, CopyWriting } from './ends.ts'
import type { CopyMark } from './unfinished-copy.ts'

/** A copy that has begun. */
interface Copying {
  /** The source as of one moment. */
  readonly from: CopyReading
  readonly target: CopyTarget
  readonly mark: CopyMark
  readonly audit: Pick<ChangeOptions, 'actor' | 'onAudit'>
  readonly signal: AbortSignal | undefined
  readonly onRows: (rows: number) => void
}

type Digests = ReadonlyMap<Table, TableDigest>

/** The two sides differ. */
class CopyDiffers extends StoreError {}

/**
 * Copies what is missing, compares both sides and makes the copy count. Returns the digests that both sides share.
 * Rejects with `damaged` if they differ: the next copy then starts over. After any other interruption it can continue.
 */
export async function copyTables(copying: Copying): Promise<Digests> {
  try {
    const records = new Map<Table, TableDigest>()
    for (const table of recordTables) records.set(table, await copyTable(copying, table))
    // Before the tokens: a service that had the empty database open then serves nobody until the copy is complete.
    await inTurn(copying, (tx) => tx.deriveAccess())
    const done = await inTurn(copying, (tx) => finish(copying, tx, records))
    copying.audit.onAudit?.(done.entry)
    return done.digests
  } catch (error) {
    if (!(error instanceof CopyDiffers)) throw explainBreak(error)
    await inTurn(copying, (tx) => tx.setMark({ ...copying.mark, state: undefined }))
    throw error
  }
}

/** Runs one transaction, unless the copy was aborted or another one has taken over. */
async function inTurn<T>(
  { target, mark, signal }: Copying,
  work: (tx: CopyWriting) => Promise<T>,
): Promise<T> {
  await giveWay(signal)
  return target.write(async (tx) => {
    await requireOurs(tx, mark)
    return work(tx)
  })
}

/**
 * Lets the event loop turn, and throws if the copy was aborted. Between two SQLite files nothing is ever awaited:
 * without this no signal would be noticed before the end.
 */
async function giveWay(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}

/** Rows are copied in order: those left from an earlier attempt are the beginning of the table. */
async function copyTable(copying: Copying, table: Table): Promise<TableDigest> {
  const there = await inTurn(copying, (tx) => tx.count(table))
  const digest = new DigestingTable()
  for await (const rows of copying.from.read(table)) {
    const missing = rows.slice(Math.max(0, there - digest.rows))
    digest.add(rows)
    if (missing.length > 0) await inTurn(copying, (tx) => tx.insert(table, missing))
    copying.onRows(rows.length)
  }
  return digest.end()
}

/**
 * The last transaction. It copies the tokens, too: services record their use, also in the source, and this does not
 * change the source's state.
 */
async function finish(
  { from, mark, audit, onRows, signal }: Copying,
  tx: CopyWriting,
  records: Digests,
): Promise<{ readonly digests: Digests; readonly entry: AuditEntry }> {
  const digests = new Map(records)
  const onBatch = async (rows: number): Promise<void> => {
    await giveWay(signal)
    onRows(rows)
  }
  await tx.clear(tokenTables)
  for (const table of tokenTables) {
    const digest = new DigestingTable()
    for await (const rows of from.read(table)) {
      digest.add(rows)
      await tx.insert(table, rows)
      await onBatch(rows.length)
    }
    digests.set(table, digest.end())
  }
  await tx.setLastIds(await from.lastIds())
  digests.set(accessTable, await digestTable(from, accessTable, onBatch))
  await requireSame(from, tx, digests, onBatch)
  const entry = await addEntry(tx, mark, audit, digests)
  await tx.setMark(undefined)
  return { digests, entry }
}

/** Rejects with `damaged` unless every table of the target equals the source's, and the target itself is sound. */
async function requireSame(
  from: CopyReading,
  tx: CopyWriting,
  digests: Digests,
  onRows: (rows: number) => Promise<void>,
): Promise<void> {
  for (const [table, expected] of digests) {
    const found = await digestTable(tx, table, onRows)
    if (isDeepStrictEqual(found, expected)) continue
    throw new CopyDiffers('damaged', describeDifference(table, { from, tx, expected, found }))
  }
  if (!isDeepStrictEqual(await tx.lastIds(), await from.lastIds())) {
    throw new CopyDiffers('damaged', `${tx.database} would not give out the same ids. ${beginsAnew}`)
  }
  for (const { detail } of await tx.problems()) {
    throw new CopyDiffers('damaged', `verify finds in ${tx.database}: ${detail}. ${beginsAnew}`)
  }
}

const beginsAnew = 'The copy is not finished. Run the same command again: it starts over.'

interface Difference {
  readonly from: CopyReading
  readonly tx: CopyWriting
  readonly expected: TableDigest
  readonly found: TableDigest
}

function describeDifference(table: Table, { from, tx, expected, found }: Difference): string {
  if (table === accessTable) {
    return (
      `What users see in ${from.database} is not what was granted: its access table has ${expected.rows} rows, but the ` +
      `grants ${found.rows === expected.rows ? 'call for others' : `call for ${found.rows}`}. The copy is not finished. ` +
      'Run plant-store verify --repair there first, then copy again.'
    )
  }
  const rows = found.rows === expected.rows ? 'other rows' : `${found.rows} rows, not ${expected.rows}`
  return `The table ${table.name} of ${tx.database} has ${rows}: ${from.database} or the copy was changed by another program. ${beginsAnew}`
}

function addEntry(
  tx: CopyWriting,
  { source }: CopyMark,
  { actor }: Copying['audit'],
  digests: Digests,
): Promise<AuditEntry> {
  const rows = Object.fromEntries([...digests].map(([{ name }, digest]) => [name, digest.rows]))
  const deed = describeChange('copy', { rows }, [source])
  if (deed === undefined) throw new Error('a copy has an entry')
  return tx.addEntry({ ...deed, at: Date.now(), osUser: osUser(), actor })
}

/** Tells a person what to do, and that nothing is lost. What holds for a single change does not hold for a copy. */
function explainBreak(error: unknown): unknown {
  if (!(error instanceof StoreError) || error instanceof CopyReplaced) return error
  const { code, problem, cause } = error
  const advice = 'The copy is not finished: run the same command again, and it goes on where it stopped.'
  return new StoreError(code, `${problem} ${advice}`, cause)
}
