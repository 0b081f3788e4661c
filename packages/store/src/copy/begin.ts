/** How a copy begins: into an empty database, where another copy stopped, or from scratch. */
import { randomBytes } from 'node:crypto'
import { StoreError } from '../store-error.ts'
import { accessTable, recordTables, tokenTables } from '../tables.ts'
import type { CopyLooking, CopyWriting } from './ends.ts'
import type { CopiedState, CopyMark } from './unfinished-copy.ts'

/** `restarted`: the unfinished copy is of another state of the source, or of another source, and is removed. */
export type Beginning = 'new' | 'resumed' | 'restarted'

/** Says how a copy of a database in this state would begin. Rejects with `conflict` or `invalid` if none may begin. */
export async function judge(target: CopyLooking, state: CopiedState): Promise<Beginning> {
  const mark = await target.mark()
  if (mark !== undefined) return isSame(mark.state, state) ? 'resumed' : 'restarted'
  if (isSame(await target.state(), state)) {
    throw new StoreError(
      'invalid',
      `${target.database} is the source of the copy; name another database as its target.`,
    )
  }
  await requireEmpty(target)
  return 'new'
}

/**
 * Sets the mark, so that nobody opens the database and every other copy into it stops. From here on its revisions have
 * a history of their own, even if it was made from the same origin as the source.
 */
export async function begin(
  target: CopyWriting,
  mark: CopyMark & { state: CopiedState },
): Promise<Beginning> {
  const beginning = await judge(target, mark.state)
  if (beginning === 'new') await target.setGeneration(randomBytes(8).toString('hex'))
  if (beginning === 'restarted') await target.clear([...recordTables, ...tokenTables, accessTable])
  await target.setMark(mark)
  return beginning
}

/** Another run has taken over. */
export class CopyReplaced extends StoreError {}

/** Rejects with `busy` if another copy into the database was started since. */
export async function requireOurs(target: CopyWriting, { run }: CopyMark): Promise<void> {
  if ((await target.mark())?.run === run) return
  throw new CopyReplaced(
    'busy',
    `Another copy into ${target.database} was begun meanwhile; this one has ended.`,
  )
}

function isSame(a: CopiedState | undefined, b: CopiedState): boolean {
  return a?.generation === b.generation && a.lastChange === b.lastChange
}

/** Ignores `token_use`: a service may have had the empty database open. */
async function requireEmpty(target: CopyLooking): Promise<void> {
  for (const table of recordTables) {
    const rows = await target.count(table)
    if (rows === 0) continue
    throw new StoreError(
      'conflict',
      `${target.database} is not empty: its table ${table.name} has ${rows} row${rows === 1 ? '' : 's'}. ` +
        'Name a database that is empty, or one that is not there yet.',
    )
  }
}
