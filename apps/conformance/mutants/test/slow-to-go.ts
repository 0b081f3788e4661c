/** A program that closes a pool whose only process, this same file, is slow to end, and says when it is closed. */
import process from 'node:process'
import { closePool, openPool, runIn } from '../run/pool.ts'

/** For a worker: it does not end when it is told to. */
export function stay(): void {
  process.on('SIGTERM', () => {})
}

if (process.argv[1] === import.meta.filename) {
  const pool = openPool(import.meta.url, 1)
  await runIn(pool, 'stay')
  await closePool(pool)
  process.stdout.write('closed')
}
