/** The program as a person runs it, briefly and on a small world: whether it works, never how fast anything is. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory, until } from '@plant-store/testkit'
import { formatReport } from '../src/report/format-report.ts'
import type { Results, Row } from '../src/results.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Each measurement goes on until something is answered, however short it should be. */
const small = ['--plants', '2000', '--rounds', '1', '--seconds', '0.001']
let directory: Awaited<ReturnType<typeof temporaryDirectory>>

before(async () => {
  directory = await temporaryDirectory()
})
after(() => directory.remove())

const services = ['Plant Store', 'before', 'Fastify', 'Fastify operated', 'Koa']

test('compares and measures two versions and their peers, and reports everything as JSON', async () => {
  const { code, stdout, stderr } = await run(...small, '--before', 'HEAD', '--json')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const results = JSON.parse(stdout) as Results
  assert.deepEqual(
    results.loads.map(({ name, rows }) => [name, rows.map(({ contender }) => contender).toSorted()]),
    [
      ['one user', services.toSorted()],
      ['many users', services.toSorted()],
      ['changing data', services.toSorted()],
      ['cold', services.toSorted()],
      ['not remembered', services.toSorted()],
      ['not remembered, on one connection', services.toSorted()],
      ['one connection', services.toSorted()],
      ['mixed', services.toSorted()],
    ],
  )
  assert.deepEqual(results.plainLoad.rows.map(({ contender }) => contender).toSorted(), services.toSorted())
  for (const row of [...results.loads.flatMap(({ rows }) => rows), ...results.plainLoad.rows]) checkRow(row)
  const head = git('rev-parse', 'HEAD')
  assert.deepEqual(
    results.versions.map(({ name, commit }) => [name, commit]),
    [
      ['Plant Store', head],
      ['before', head],
    ],
  )
  for (const { imports } of results.versions) {
    assert.deepEqual(
      imports.map(({ plants }) => plants),
      [2000, 4000],
    )
    assert.ok(imports.every(({ peakMemoryBytes }) => peakMemoryBytes > 1e7))
  }
  assert.deepEqual(
    results.longLists.map(({ contender }) => contender),
    ['Plant Store', 'before', 'Fastify', 'Fastify operated'],
  )
  for (const { shortRequests, failures } of results.longLists) {
    assert.ok(shortRequests > 0)
    assert.equal(failures, 0)
  }
  if (existsSync('/proc/self/status')) {
    assert.deepEqual(
      results.waitingReaders.map(({ contender, admitted, turnedAway }) => [contender, admitted + turnedAway]),
      ['Plant Store', 'before', 'Fastify operated'].map((name) => [name, 300]),
    )
  }
  assert.deepEqual(listCheckouts(), [])
  const report = formatReport(results)
  assert.match(report, /^GET \/plants of 2,000 plants/)
  assert.match(report, /^ {2}Plant Store +[\d,]+ +[\d,]+–[\d,]+ /m)
  assert.match(report, new RegExp(`^before: commit ${head.slice(0, 12)}\\.$`, 'm'))
})

test('Ctrl-C ends it with 130, and no process or checkout is left', async (t) => {
  if (!existsSync('/proc/self/environ')) {
    t.skip('needs /proc to look for processes')
    return
  }
  const child = start(...small, '--seconds', '60', '--before', 'HEAD')
  const closed = once(child, 'close')
  await until('the benchmark measures', () => listOurs().length >= 5 && listCheckouts().length > 0)
  child.kill('SIGINT')
  assert.deepEqual(await closed, [130, null])
  await until('the benchmark and what it started have ended', () => listOurs().length === 0)
  assert.deepEqual(listCheckouts(), [])
})

test('Ctrl-C while a world is being made leaves no part of it behind', async () => {
  const child = start('--plants', '30000', '--seconds', '60')
  const closed = once(child, 'close')
  await until('a world is being made', () => listWorlds().some((name) => name.startsWith('making-')))
  child.kill('SIGINT')
  assert.deepEqual(await closed, [130, null])
  assert.deepEqual(
    listWorlds().filter((name) => name.startsWith('making-')),
    [],
  )
})

test('--workers measures only workers, and compares them with one', async () => {
  const { code, stdout, stderr } = await run(...small, '--workers', '2')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /^ {2}1 +[\d,]+ .* 1\.00 \(.*\n {2}2 +[\d,]+ /m)
  const one = await run('--workers', '1')
  assert.deepEqual([one.code, one.stderr], [2, 'One worker is what --workers compares with: name more.\n'])
})

test('the help has examples and exit codes, and a wrong option is one sentence and exit code 2', async () => {
  const help = await run('--help')
  assert.equal(help.code, 0)
  assert.match(help.stdout, /Examples:[^]*pnpm bench --before main[^]*Exit codes:/)
  const wrong = await run('--plants', 'many')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /whole number/)
  assert.equal((await run('--fast')).code, 2)
  const unknown = await run('--before', 'no-such-branch')
  assert.deepEqual(unknown, {
    code: 2,
    stdout: '',
    stderr: 'There is no commit no-such-branch in this repository.\n',
  })
})

function checkRow(row: Row): void {
  const { requestsPerSecond: speed, latency } = row
  assert.ok(0 < speed.min && speed.min <= speed.median && speed.median <= speed.max, JSON.stringify(row))
  const { p50Ms, p99Ms, maxMs } = latency
  assert.ok(0 < p50Ms && p50Ms <= p99Ms && p99Ms <= maxMs, JSON.stringify(row))
  assert.deepEqual(row.times[row.contender]?.byThroughput, { median: 1, min: 1, max: 1 })
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [main, ...args], { env: { ...process.env, TMPDIR: directory.path } })
}

async function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = start(...args)
  assert.ok(child.stdout !== null && child.stderr !== null)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ])
  return { code, stdout, stderr }
}

/** The worlds that are kept, complete or not. */
function listWorlds(): string[] {
  const kept = readdirSync(directory.path).find((name) => name.startsWith('plant-store-bench-'))
  return kept === undefined ? [] : readdirSync(`${directory.path}/${kept}`)
}

/** The checkouts of other commits, in the directory or in git's list. */
function listCheckouts(): string[] {
  const inDirectory = readdirSync(directory.path).filter((name) => name.startsWith('plant-store-before-'))
  const inGit = git('worktree', 'list')
    .split('\n')
    .filter((line) => line.includes(directory.path))
  return [...inDirectory, ...inGit]
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
