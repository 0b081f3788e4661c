/** The runner, with judges whose findings are known beforehand. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'
import { describe, it } from 'node:test'
import { eventually } from '@plant-store/testkit'
import { runMutants } from '../run/run.ts'

const fake = new URL('fake-judges.ts', import.meta.url).href
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
const outcome = await runMutants({ patterns: mutants, judges: fake, jobs: 2 })

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

  it('names the correct server that was accused, with the request, and is not content', () => {
    assert.equal(outcome.isFine, false)
    assert.deepEqual(
      outcome.accused.map(({ mutant }) => mutant.id),
      ['charset'],
    )
    assert.match(outcome.accused[0]?.result.summary ?? '', /curl/)
  })

  it('is content when all mutants are caught and no correct server is accused', async () => {
    const fine = await runMutants({ patterns: ['reversed', 'small-names'], judges: fake, seeds: 2, jobs: 1 })
    assert.equal(fine.isFine, true)
    assert.deepEqual(
      fine.results.map(({ mutant, seed }) => `${mutant} ${seed}`),
      ['small-names 1', 'small-names 2', 'reversed 1'],
    )
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
})
