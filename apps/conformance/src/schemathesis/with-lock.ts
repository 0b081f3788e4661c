/** One process at a time, by a file that says whose turn it is. */
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 100
/** Nobody holds the lock for so long: whoever seems to is taken for dead, or lives on a machine we can't look into. */
const maxWaitMs = 300_000

/**
 * Runs the work while no other process that asks for the same file runs its own. A lock whose holder is dead is taken
 * over. Rejects with the signal's reason when that is aborted while waiting.
 *
 * It saves work that would be done twice; the work itself must be safe without it.
 */
export async function withLock<Result>(
  file: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  waitMs = maxWaitMs,
): Promise<Result> {
  const giveUpAt = performance.now() + waitMs
  let isOurs = await take(file)
  while (!isOurs && performance.now() < giveUpAt) {
    if (!(await isHeld(file))) await discard(file)
    await sleep(pollMs, undefined, { signal })
    isOurs = await take(file)
  }
  try {
    return await work()
  } finally {
    if (isOurs) await rm(file, { force: true })
  }
}

/** A link comes into being with its content, or not at all. */
async function take(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, file)
    return true
  } catch (fault) {
    if (isCode(fault, 'EEXIST')) return false
    throw fault
  } finally {
    await rm(own)
  }
}

async function isHeld(file: string): Promise<boolean> {
  try {
    return isAlive(Number(await readFile(file, 'utf8')))
  } catch (fault) {
    // It was given back meanwhile: the next attempt will show.
    return isCode(fault, 'ENOENT')
  }
}

/** Whether there is a process with this number; false for what is none. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    // Somebody else's process may not be asked, but lives.
    return isCode(fault, 'EPERM')
  }
}

/** Of several that see a dead holder, one renames the file; the others find nothing to rename. */
async function discard(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
    await rm(aside)
  } catch (fault) {
    if (!isCode(fault, 'ENOENT')) throw fault
  }
}

const isCode = (fault: unknown, code: string): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === code
