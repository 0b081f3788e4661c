/** A server started by tests leaves nothing behind. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '@plant-store/gate/patience'
import { findPrograms } from '../src/index.ts'

const installed = findPrograms()
// Of mode 700, as the home of root: the server's user may not enter it.
using home = mkdtempDisposableSync(join(tmpdir(), 'plant-store-home-'))
cpSync(dirname(installed), join(home.path, 'native'), { recursive: true, verbatimSymlinks: true })

const places = [
  ['that is installed', installed, tmpdir()],
  ['that only its owner may enter', join(home.path, 'native/bin'), home.path],
] as const

for (const [name, programs, TMPDIR] of places)
  await it(`disappears, with its files, when the process that started it is killed: programs ${name}`, async () => {
    const starter = fileURLToPath(new URL('starter.ts', import.meta.url))
    const child = spawn(process.execPath, [starter, programs], {
      env: { ...process.env, TMPDIR },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    const directory = String(said).trim()
    const pid = Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    assert.ok(isRunning(pid))
    child.kill('SIGKILL')
    await until('the server and its files are gone', () => !existsSync(directory) && !isRunning(pid))
  })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
