/** A server started by tests leaves nothing behind. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

it('disappears, with its files, when the process that started it is killed', async () => {
  const starter = fileURLToPath(new URL('starter.ts', import.meta.url))
  // A server of its own, not the one that this run shares.
  const { TEST_POSTGRES_SOCKET: _, ...env } = process.env
  const child = spawn(process.execPath, [starter], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  const directory = String(said).trim()
  const pid = Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  assert.ok(isRunning(pid))
  child.kill('SIGKILL')
  // No event reports the end of processes that are not ours; a failing test waits until it is stopped.
  while (existsSync(directory) || isRunning(pid)) await setTimeout(20)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
