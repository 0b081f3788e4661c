/** The runner, with judges whose findings are known beforehand. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'
import { describe, it } from 'node:test'
import { join } from 'node:path'
import { eventually, temporaryDirectory } from '@plant-store/testkit'
import { exitOf } from '../command.ts'
import { runMutants } from '../run/run.ts'
import { countVariable } from './busy-judges.ts'

const fake = new URL('fake-judges.ts', import.meta.url).href
const busy = new URL('busy-judges.ts', import.meta.url).href
const partial = new URL('partial-judges.ts', import.meta.url).href
const hanging = new URL('hanging-judges.ts', import.meta.url).href

/** Every process that was started by this one. */
const children: ChildProcess[] = []
subscribe('child_process', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Node's documentation says
  children.push((message as { process: ChildProcess }).process)
})
const running = (): readonly (number | undefined)[] =>
  children
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map(({ pid }) => pid)

/** Two mutants that the judge catches, one that it misses, a correct server that it accuses, and one it doesn't. */
const mutants = ['name-missing', 'reversed', 'slash-behind', 'charset', 'small-names']
const told: string[] = []
const outcome = await runMutants({
  patterns: mutants,
  judges: fake,
  jobs: 2,
  onProgress: ({ result, done, total }) => told.push(`${result.mutant} ${done}/${total}`),
})

describe('the runner', () => {
  it('tells which mutants were caught, and by which check', () => {
    const caught = Object.fromEntries(outcome.matrix.rows.map(({ mutant, caughtBy }) => [mutant, caughtBy]))
    assert.deepEqual(caught, {
      'name-missing': ['lists/lists-all-plants'],
      reversed: ['lists/lists-all-plants'],
      'slash-behind': [],
      charset: ['lists/list-content-type'],
      'small-names': [],
    })
  })

  it('names the mutant that survived, with the reason', () => {
    assert.deepEqual(
      outcome.survivors.map(({ mutant }) => mutant.id),
      ['slash-behind'],
    )
    assert.match(outcome.survivors[0]?.result.summary ?? '', /^The service keeps the contract as far/)
  })

  it('names the correct server that was accused, with the request', () => {
    assert.deepEqual(
      outcome.accused.map(({ mutant }) => mutant.id),
      ['charset'],
    )
    assert.match(outcome.accused[0]?.result.summary ?? '', /curl/)
  })

  it('is not content with a survivor or an accused server', () => {
    assert.equal(outcome.isFine, false)
  })

  it('reports every trial when it is done', () => {
    assert.deepEqual(
      told.map((line) => line.split(' ')[1]),
      ['1/5', '2/5', '3/5', '4/5', '5/5'],
    )
  })

  it('is content when all mutants are caught and no correct server is accused', async () => {
    const fine = await runMutants({ patterns: ['reversed', 'small-names'], judges: fake, seeds: 2, jobs: 1 })
    assert.equal(fine.isFine, true)
    assert.deepEqual(
      fine.results.map(({ mutant, seed }) => `${mutant} ${seed}`),
      ['small-names 1', 'small-names 2', 'reversed 1'],
    )
  })

  it('tries one by one those that are accused together, and reports each', async () => {
    const patterns = ['charset', 'weak-tags', 'small-names', 'tags-long']
    const some = await runMutants({ patterns, judges: fake, together: 2, jobs: 1 })
    assert.deepEqual(
      some.results.map(({ mutant, outcome: came }) => [mutant, came]),
      [
        ['charset', 'breaks'],
        ['weak-tags', 'conforms'],
        ['small-names', 'conforms'],
        ['tags-long', 'conforms'],
      ],
    )
    assert.deepEqual(
      some.accused.map(({ mutant }) => mutant.id),
      ['charset'],
    )
    assert.equal(some.matrix.notReached, 0)
  })

  it('tries halves of those that are accused together', async () => {
    const patterns = ['charset', 'expires', 'cors', 'alt-svc']
    const { results } = await runMutants({ patterns, judges: fake, together: 4, jobs: 1 })
    assert.deepEqual(
      results.map(({ mutant, outcome: came }) => [mutant, came]),
      [
        ['alt-svc', 'conforms'],
        ['charset', 'breaks'],
        ['expires', 'conforms'],
        ['cors', 'conforms'],
      ],
    )
    const [, , ...both] = results.map(({ durationMs }) => durationMs)
    assert.equal(both[0], both[1], 'they were tried together')
  })

  it('divides the time of those that are tried together among them', async () => {
    const patterns = [
      'cors',
      'expires',
      'alt-svc',
      'vercel',
      'cloudflare',
      'served-by',
      'rate-told',
      'trace-told',
    ]
    const { results, durationMs } = await runMutants({ patterns, judges: fake, together: 8, jobs: 1 })
    assert.equal(results.length, 8)
    assert.equal(new Set(results.map((result) => result.durationMs)).size, 1)
    const sum = results.reduce((total, result) => total + result.durationMs, 0)
    assert.ok(sum < durationMs, `${sum} ms of ${durationMs} ms`)
  })

  it('begins no trial when the time is up, and says how many there was no time for', async () => {
    const late = await runMutants({
      patterns: ['reversed', 'small-names', 'name-missing'],
      judges: fake,
      jobs: 1,
      within: 0.001,
    })
    assert.ok(late.results.length < 2)
    assert.equal(late.matrix.notReached, 3 - late.results.length)
    assert.equal(late.isFine, true)
  })

  it('tries once more, alone, a mutant that was not caught beside others', async () => {
    await using directory = await temporaryDirectory()
    process.env[countVariable] = join(directory.path, 'count')
    const found = await runMutants({ patterns: ['reversed', 'name-missing'], judges: busy, jobs: 2 })
    assert.equal(found.isFine, true)
    assert.deepEqual(
      found.results.map(({ isAlone }) => isAlone),
      [true, true],
    )
  })

  it('tries none again when the time is up: what was missed has survived', async () => {
    await using directory = await temporaryDirectory()
    process.env[countVariable] = join(directory.path, 'count')
    // Both trials begin at once, but a process takes longer than this to start.
    const within = 0.1
    const found = await runMutants({ patterns: ['reversed', 'name-missing'], judges: busy, jobs: 2, within })
    assert.ok(found.results.every(({ isAlone }) => isAlone === undefined))
    assert.deepEqual([found.survivors.length, found.matrix.notReached], [2, 0])
  })

  it('does not call a survivor what was missed only because requests were left out', async () => {
    const patterns = ['reversed', 'name-missing']
    const found = await runMutants({ patterns, judges: partial, jobs: 2, within: 0.1 })
    assert.deepEqual([found.results.length, found.survivors.length, found.matrix.notReached], [0, 0, 2])
    assert.throws(() => exitOf(found), /No server was tried/)
  })

  it('calls it a survivor when requests were left out of the second trial, too', async () => {
    const found = await runMutants({ patterns: ['reversed', 'name-missing'], judges: partial, jobs: 2 })
    assert.deepEqual([found.results.length, found.survivors.length, found.matrix.notReached], [2, 2, 0])
  })

  it('hears only one judge', async () => {
    const none = await runMutants({ patterns: ['name-missing'], judges: fake, judge: 'nobody' })
    assert.equal(none.isFine, false)
  })

  it('leaves no process behind when it is interrupted, and is not content', async () => {
    const interrupt = new AbortController()
    const trying = runMutants({ patterns: mutants, judges: hanging, jobs: 1, signal: interrupt.signal })
    await eventually(
      () => running().length,
      (count) => count === 1,
    )
    interrupt.abort()
    const broken = await trying
    assert.equal(broken.isFine, false)
    assert.deepEqual(running(), [])
  })

  it('fails, and does not hang, when a process dies', async () => {
    const trying = runMutants({ patterns: mutants, judges: hanging, jobs: 1 })
    await eventually(
      () => running().length,
      (count) => count === 1,
    )
    children.find(({ pid }) => pid === running()[0])?.kill('SIGKILL')
    await assert.rejects(trying, /could not be tried: .*Worker exited unexpectedly/)
    assert.deepEqual(running(), [])
  })

  it('fails when the judges cannot be loaded', async () => {
    const nowhere = new URL('nowhere.ts', import.meta.url).href
    await assert.rejects(
      runMutants({ patterns: ['reversed'], judges: nowhere }),
      /reversed could not be tried/,
    )
    assert.deepEqual(running(), [])
  })
})
