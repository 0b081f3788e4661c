/** The program as a person runs it, on a small world and for moments: that it works, never how fast anything is. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import type { Figures } from '../src/figures.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const small = ['--plants', '1000', '--rounds', '1', '--seconds', '0.8']
let directory: Awaited<ReturnType<typeof temporaryDirectory>>

before(async () => {
  directory = await temporaryDirectory()
})
after(() => directory.remove())

test('it compares, measures and reports everything as JSON', async () => {
  const { code, stdout, stderr } = await run(...small, '--json')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const figures = JSON.parse(stdout) as Figures
  assert.deepEqual(
    figures.loads.map(({ rows }) => rows.map(({ contender }) => contender)),
    [
      ['node:http', 'Plant Store', 'Fastify', 'Koa'],
      ['Plant Store', 'Fastify', 'Koa'],
      ['Plant Store', 'Fastify', 'Koa'],
    ],
  )
  for (const row of figures.loads.flatMap(({ rows }) => rows)) {
    const { min, median, max } = row.requestsPerSecond
    assert.ok(0 < min && min <= median && median <= max, JSON.stringify(row))
    assert.ok(0 < row.p50Ms && row.p50Ms <= row.p99Ms, JSON.stringify(row))
    if (row.contender === 'Fastify') assert.deepEqual(row.timesFastify, { median: 1, min: 1, max: 1 })
  }
  assert.deepEqual(
    figures.imports.map(({ plants }) => plants),
    [1000, 2000],
  )
  assert.ok(figures.imports.every(({ peakMemoryBytes }) => peakMemoryBytes > 1e7))
  assert.deepEqual(
    figures.longQueries.map(({ targetBytes, status }) => [targetBytes, status]),
    [
      [15_000, 414],
      [8000, 200],
    ],
  )
  const { quick, slow } = figures.slowReader
  assert.deepEqual([quick.plants, slow.plants], [1000, 1000])
})

test('a second run takes the world of the first, goes on until something is answered, and reports in words', async () => {
  const { code, stdout } = await run(...small.slice(0, -1), '0.001')
  assert.equal(code, 0)
  assert.match(stdout, /^GET \/plants\?limit=20 of 1,000 plants/)
  assert.match(stdout, /^ {2}Plant Store +[\d,]+ +[\d,]+–[\d,]+ /m)
  assert.match(stdout, /the imports are those of \d{4}-/)
})

test('Ctrl-C ends it with 130, and no program is left running', async (t) => {
  if (!existsSync('/proc/self/environ')) {
    t.skip('processes are looked for in /proc, which this system does not have')
    return
  }
  const child = start(...small)
  const closed = once(child, 'close')
  await until(() => listOurs().length >= 5)
  child.kill('SIGINT')
  assert.deepEqual(await closed, [130, null])
  await until(() => listOurs().length === 0)
})

test('Ctrl-C while the world is made leaves no part of one behind', async () => {
  const child = start('--plants', '30000')
  const closed = once(child, 'close')
  await until(() => listWorlds().some((name) => name.startsWith('making-')))
  child.kill('SIGINT')
  assert.deepEqual(await closed, [130, null])
  assert.deepEqual(
    listWorlds().filter((name) => !name.startsWith('1000-plants-')),
    [],
  )
})

test('the help has examples and exit codes, and a wrong option is one sentence and exit code 2', async () => {
  const help = await run('--help')
  assert.equal(help.code, 0)
  assert.match(help.stdout, /Examples:[^]*pnpm bench --full[^]*Exit codes:/)
  const wrong = await run('--plants', 'many')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /whole number/)
  assert.equal((await run('--fast')).code, 2)
})

function start(...words: string[]): ChildProcess {
  return spawn(process.execPath, [main, ...words], { env: { ...process.env, TMPDIR: directory.path } })
}

async function run(...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = start(...words)
  assert.ok(child.stdout !== null && child.stderr !== null)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ])
  return { code, stdout, stderr }
}

/** The worlds in the place where worlds are kept, whole or not. */
function listWorlds(): string[] {
  const shelf = readdirSync(directory.path).find((name) => name.startsWith('plant-store-bench-'))
  return shelf === undefined ? [] : readdirSync(`${directory.path}/${shelf}`)
}

/** The processes that work for this test: whoever a benchmark starts inherits where temporary files go. */
function listOurs(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TMPDIR=${directory.path}\0`)
    } catch {
      return false
    }
  })
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(30_000)
  while (!isSo()) await setTimeout(10, undefined, { signal: deadline })
}
