/** A program that closes a pool whose only process is slow to go, and says when that is done. The same file is that process. */
import process from 'node:process'
import { closePool, openPool, runIn } from '../run/pool.ts'

/** For a worker: it is told to end, and does not. */
export function stay(): void {
  process.on('SIGTERM', () => {})
}

if (process.argv[1] === import.meta.filename) {
  const pool = openPool(import.meta.url, 1)
  await runIn(pool, 'stay')
  await closePool(pool)
  process.stdout.write('closed')
}
