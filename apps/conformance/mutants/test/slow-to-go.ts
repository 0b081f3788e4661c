/**
 * A program with a pool of one process, this same file, that is slow to end: first it is replaced because its heap has
 * grown, then the pool is closed, and the program says so.
 */
import process from 'node:process'
import { closePool, openPool, runIn } from '../run/pool.ts'

/** For a worker: it does not end when it is told to. */
export function stay(): void {
  process.on('SIGTERM', () => {})
}

const held: string[] = []

/** For a worker: takes more than 512 MiB, too. */
export function grow(): void {
  stay()
  for (let count = 0; count < 1200; count += 1) held.push(Buffer.alloc(500_000).toString('latin1'))
}

if (process.argv[1] === import.meta.filename) {
  const pool = openPool(import.meta.url, 1)
  await runIn(pool, 'grow')
  await runIn(pool, 'stay')
  await closePool(pool)
  process.stdout.write('closed')
}
