/**
 * The program as a person runs it, briefly and on a small world: only this finds that it does not work; how fast
 * anything is, never.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory, until } from '@plant-store/testkit'
import type { Row } from '../src/measure/requests.ts'
import type { Results } from '../src/run-benchmark.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Each measurement goes on until something is answered, however short it should be. */
const small = ['--plants', '2000', '--rounds', '1', '--seconds', '0.001']
let directory: Awaited<ReturnType<typeof temporaryDirectory>>

before(async () => {
  directory = await temporaryDirectory()
})
after(() => directory.remove())

describe('pnpm bench', { skip: !existsSync('/proc/self/stat') && 'needs Linux' }, () => {
  test('compares and measures two versions, workers and the peer, and reports everything as JSON', async () => {
    const services = ['Plant Store', 'before', '2 workers', 'Fastify']
    const { code, stdout, stderr } = await run([...small, '--before', 'HEAD', '--workers', '2', '--json'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    const results = JSON.parse(stdout) as Results
    assert.deepEqual(
      results.loads.map(({ name }) => name),
      [
        'one user',
        'many users',
        'cold',
        'not remembered',
        'not remembered, on one connection',
        'one connection',
        'mixed',
        'plain',
      ],
    )
    for (const { rows } of results.loads) {
      assert.deepEqual(
        rows.map(({ contender }) => contender),
        services,
      )
      for (const row of rows) checkRow(row)
    }
    assert.deepEqual(
      results.memory.map(({ contender, admitted }) => [contender, admitted > 0]),
      services.map((name) => [name, true]),
    )
    assert.deepEqual(listLeft(), [])
  })

  test('over PostgreSQL the report shows the processor time of the database server', async () => {
    const { code, stdout, stderr } = await run([...small, '--engine', 'postgres'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, /^GET \/plants of 2,000 plants over PostgreSQL$/m)
    assert.match(stdout, /database µs[^]*\n {2}Plant Store +[\d,]+ +[\d,]+–[\d,]+ /)
  })

  test('Ctrl-C ends it with 130, and no process, checkout or file is left', async () => {
    const args = [main, ...small, '--seconds', '60', '--before', 'HEAD']
    const child = spawn(process.execPath, args, { env: env(), stdio: 'ignore' })
    const closed = once(child, 'close')
    await until('the benchmark measures', () => listOurs().length >= 5)
    child.kill('SIGINT')
    assert.deepEqual(await closed, [130, null])
    await until('the benchmark and what it started have ended', () => listOurs().length === 0)
    assert.deepEqual(listLeft(), [])
  })

  test('a wrong option is one sentence and exit code 2', async () => {
    const wrong = await run(['--plants', 'many'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /whole number/)
    assert.deepEqual(await run(['--before', 'no-such-branch']), {
      code: 2,
      stdout: '',
      stderr: 'There is no commit no-such-branch in this repository.\n',
    })
  })

  test('contenders that answer differently get no figures', async () => {
    const { code, stdout, stderr } = await run(
      small,
      `import { Server } from 'node:http'
      const emit = Server.prototype.emit
      Server.prototype.emit = function (name, request, response) {
        if (name === 'request' && process.argv[2] === 'serve') request.url = request.url.replace('=20', '=21')
        return emit.apply(this, arguments)
      }`,
    )
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^Fastify answers another list than the others to .*: the figures would not be comparable\.\n$/,
    )
  })
})

describe('pnpm bench --week', { skip: !existsSync('/proc/self/stat') && 'needs Linux' }, () => {
  const brief = ['--week', '--for', '10']

  test('reports what a part of a week takes, and draws it', async () => {
    const week = `${directory.path}/week.svg`
    const { code, stdout, stderr } = await run(brief.toSpliced(1, 0, week))
    assert.deepEqual([code, stderr], [0, ''], stdout)
    assert.match(
      readFileSync(week, 'utf8'),
      /^<svg[^]*; [\d,]+ answers, 0 failures<[^]*<polyline[^]*<\/svg>\n$/,
    )
    assert.match(stdout, /: [\d,]+ requests answered, 0 failures\n[^]*\n {2}database file +[\d,]+ KB/)
  })

  test('finds a leak, and misses what only the log knows in a copy of the file', async () => {
    const { code, stdout, stderr } = await run(
      brief,
      `import threads from 'node:worker_threads'
      threads.Worker = class extends process.getBuiltinModule('events') {
        constructor() { super(); setImmediate(() => this.emit('exit')) }
      }
      process.getBuiltinModule('module').syncBuiltinESMExports()
      const kept = []
      if (process.argv[2] === 'serve') {
        setInterval(() => kept.push(Buffer.alloc(1e6, 1)), 50).unref()
        process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'))
      }`,
    )
    assert.deepEqual([code, stderr], [1, ''], stdout)
    assert.match(stdout, /^ +resident memory .* not flat$/m)
    assert.match(stdout, /^ {2}a copy of the file alone: \d+ tokens were used in the last day, it knows 0$/m)
  })
})

function checkRow(row: Row): void {
  const { requestsPerSecond: speed, latency } = row
  assert.ok(0 < speed.min && speed.min <= speed.median && speed.median <= speed.max, JSON.stringify(row))
  const { p50Ms, p99Ms, maxMs } = latency
  assert.ok(0 < p50Ms && p50Ms <= p99Ms && p99Ms <= maxMs, JSON.stringify(row))
}

const env = (): NodeJS.ProcessEnv => ({ ...process.env, TMPDIR: directory.path })

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Every program of Node that the benchmark starts runs the one in `program` first. */
function run(args: readonly string[], program?: string): Promise<Ended> {
  const flags = `--import "data:text/javascript,${encodeURIComponent(program ?? '')}"`
  const own = program === undefined ? env() : { ...env(), NODE_OPTIONS: flags }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...args], { env: own }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

/** Files of benchmarks, and checkouts of other commits in git's list. */
function listLeft(): string[] {
  const files = readdirSync(directory.path).filter((name) => name.startsWith('plant-store-bench-'))
  const inGit = git('worktree', 'list')
    .split('\n')
    .filter((line) => line.includes(directory.path))
  return [...files, ...inGit]
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trimEnd()
}

/** The processes of this test: all processes that a benchmark starts inherit its TMPDIR. */
function listOurs(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TMPDIR=${directory.path}\0`)
    } catch {
      return false
    }
  })
}
