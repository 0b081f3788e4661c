/** Interrupted copies. */
import { copyDatabase, type CopyOptions, migrate, openStore } from '../../src/index.ts'
import { refusedWith } from '../promises/world.ts'
import { temporaryPath } from '../sqlite/temporary.ts'

class Stop extends Error {}

/** Copies up to the batch with this number; false: the copy was finished. */
export async function copyUpTo(batch: number, options: CopyOptions): Promise<boolean> {
  const abort = new AbortController()
  let batches = 0
  const onProgress = (): void => {
    batches += 1
    if (batches === batch) abort.abort(new Stop())
  }
  try {
    await copyDatabase({ ...options, onProgress, signal: abort.signal })
    return false
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return true
  }
}

/** Checks that nobody can open the database, and that the error says what to do. */
export async function requireClosed(database: string): Promise<void> {
  const sentence = /holds an unfinished copy of .*plant-store copy with the same --from and --to/
  await refusedWith('unfinished', sentence, openStore({ database }))
  await refusedWith('unfinished', sentence, openStore({ database, readOnly: true }))
  await refusedWith('unfinished', sentence, migrate({ database }))
  await refusedWith('unfinished', sentence, copyDatabase({ from: database, to: temporaryPath() }))
}
