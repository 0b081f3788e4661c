/** Runs the command `plant-store copy` as a process that can be ended midway. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { eventually } from '@plant-store/testkit'
import { Client } from 'pg'

const main = fileURLToPath(new URL('../../api/src/main.ts', import.meta.url))

/** How the command ended, and what it said. */
interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The command while it runs. */
interface Running {
  signal(name: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** Starts `plant-store`. */
export function run(...argv: readonly string[]): Running {
  const child = spawn(process.execPath, [main, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  const killLeftover = (): void => void child.kill('SIGKILL')
  process.once('exit', killLeftover)
  const end = async (): Promise<Ended> => {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    process.off('exit', killLeftover)
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr }
  }
  return { signal: (name) => child.kill(name), ended: end() }
}

/** The number of rows so far; 0 if there is no table yet. */
async function countRows(database: string): Promise<number> {
  const sql = 'select (select count(*) from plant) + (select count(*) from user_grant) as rows'
  try {
    if (!database.startsWith('postgres:')) {
      using file = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
      return Number(file.prepare(sql).get()?.['rows'])
    }
    const client = new Client({ connectionString: database })
    try {
      await client.connect()
      return Number((await client.query<{ rows: string }>(sql)).rows[0]?.rows)
    } finally {
      await client.end()
    }
  } catch {
    return 0
  }
}

/** Copies until another batch has arrived, then calls `then`; resolves when the command has ended. */
export async function copyAndThen(
  from: string,
  to: string,
  then: (copy: Running) => Promise<void> | void,
): Promise<Ended> {
  const there = await countRows(to)
  const copy = run('copy', '--from', from, '--to', to)
  await eventually(
    () => countRows(to),
    (rows) => rows > there,
  )
  await then(copy)
  return copy.ended
}

/** Copies to the end. Rejects if that fails. */
export async function copyWhole(from: string, to: string): Promise<{ beginning: string; tables: unknown }> {
  const { code, stdout, stderr } = await run('copy', '--from', from, '--to', to, '--json').ended
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as { beginning: string; tables: unknown }
}
