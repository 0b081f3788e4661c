/** `pnpm bench --soak` as a person runs it, with a sound service, a leaking one and broken ones. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import type { SoakResult } from '../src/soak/soak.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

describe('a soak', { skip: !existsSync('/proc/self/fd') && 'needs Linux' }, () => {
  test('of the service with two workers: nothing fails, memory and descriptors are flat', async () => {
    const { code, stdout, stderr } = await run({}, '--soak', '15s', '--workers', '2', '--json')
    assert.deepEqual([code, stderr], [0, ''], stdout)
    const result = JSON.parse(stdout) as SoakResult
    assert.deepEqual([result.failures, result.isFlat, result.processes], [[], true, 3])
    assert.ok(result.answered > 0)
    assert.ok(result.changes > 0)
  })

  test('of a part of a week draws it; what only the log knows is missed in a copy of the file', async () => {
    await using directory = await temporaryDirectory()
    const week = `${directory.path}/week.svg`
    const sound = await run({}, '--soak', '10s', '--week', week)
    assert.deepEqual([sound.code, sound.stderr], [0, ''], sound.stdout)
    assert.match(
      await readFile(week, 'utf8'),
      /^<svg[^]*; [\d,]+ answers, 0 failures<[^]*<polyline[^]*<\/svg>\n$/,
    )

    const careless = `import threads from 'node:worker_threads'
      threads.Worker = class extends process.getBuiltinModule('events') {
        constructor() { super(); setImmediate(() => this.emit('exit')) }
      }
      process.getBuiltinModule('module').syncBuiltinESMExports()
      if (process.argv[2] === 'serve') process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'))`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(careless)}"` }
    const { code, stdout } = await run(env, '--soak', '10s', '--week', week)
    assert.equal(code, 1)
    assert.match(stdout, /^ {2}a copy of the file alone: \d+ tokens were used in the last day, it knows 0$/m)
  })

  test('over PostgreSQL uses a server of its own', async () => {
    const { code, stdout, stderr } = await run({}, '--soak', '10s', '--engine', 'postgres')
    assert.deepEqual([code, stderr], [0, ''], stdout)
    assert.match(stdout, /^A soak of 10 s over PostgreSQL: 1 worker,/)
    assert.match(stdout, / 0 failures$/m)
  })

  test('of a service that dies ends with an explanation', async () => {
    // SIGUSR2 asks the service to collect its garbage.
    const death = `const end = () => process.kill(process.pid, 'SIGKILL')
      if (process.argv[2] === 'serve') process.on('SIGUSR2', end)`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(death)}"` }
    const { code, stdout, stderr } = await run(env, '--soak', '30s')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^A soak needs Linux, and a service that stays up\.\n$/)
  })

  test('of a service that refuses every request ends with an explanation', async () => {
    const refuse = `import { Server } from 'node:http'
      const emit = Server.prototype.emit
      Server.prototype.emit = function (name, request, response) {
        if (name !== 'request' || process.argv[2] !== 'serve') return emit.apply(this, arguments)
        response.writeHead(503).end()
      }`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(refuse)}"` }
    const { code, stdout, stderr } = await run(env, '--soak', '10s')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^No short list was answered correctly for 1 s: \/plants\S*: 503 where \d+ was due\.\n$/,
    )
  })

  test('of a service that leaks finds the leak', async () => {
    const leak = `const kept = []
      if (process.argv[2] === 'serve') setInterval(() => kept.push(Buffer.alloc(1e6, 1)), 50)`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(leak)}"` }
    const { code, stdout, stderr } = await run(env, '--soak', '10s')
    assert.deepEqual([code, stderr], [1, ''], stdout)
    assert.match(stdout, /^ +resident memory .* not flat$/m)
    assert.match(stdout, /^Memory and descriptors: not flat$/m)
  })
})

async function run(
  env: NodeJS.ProcessEnv,
  ...argv: readonly string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [main, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, stdout, stderr }
}
