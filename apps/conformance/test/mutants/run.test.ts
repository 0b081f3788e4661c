/** The runner, with judges whose findings are known beforehand. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'
import { describe, it } from 'node:test'
import { eventually } from '@plant-store/testkit'
import { runMutants } from '../../src/mutants/run.ts'

const fake = new URL('fake-judges.ts', import.meta.url).href
const hanging = new URL('hanging-judges.ts', import.meta.url).href

/** Every process that was started by this one. */
const children: ChildProcess[] = []
subscribe('child_process', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so Node's documentation has it
  children.push((message as { process: ChildProcess }).process)
})
const running = (): readonly (number | undefined)[] =>
  children
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map(({ pid }) => pid)

/** Two that the judge catches, one that it doesn't see, one correct server that it accuses, and one that it doesn't. */
const mutants = ['name-missing', 'reversed', 'slash-behind', 'charset', 'small-names']
const outcome = await runMutants({ mutants, judges: fake, jobs: 2 })

describe('the runner', () => {
  it('tells who was caught, and by which check', () => {
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
    assert.match(outcome.survivors[0]?.result.summary ?? '', /^No breach was seen/)
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

  it('is content when all mutants are caught and nobody else is accused', async () => {
    const fine = await runMutants({ mutants: ['reversed', 'small-names'], judges: fake, seeds: 2 })
    assert.equal(fine.isFine, true)
    assert.deepEqual(fine.results.map(({ mutant, seed }) => `${mutant} ${seed}`).toSorted(), [
      'reversed 1',
      'small-names 1',
      'small-names 2',
    ])
  })

  it('tries one class alone', async () => {
    const { matrix } = await runMutants({ onlyClass: 'meaning of limit', mutants, judges: fake })
    assert.deepEqual(
      matrix.rows.map(({ mutant }) => mutant),
      ['reversed'],
    )
  })

  it('hears one judge alone', async () => {
    const names = ['name-missing', 'charset']
    const [mercy, none] = await Promise.all([
      runMutants({ mutants: names, judges: fake, judge: 'lists' }),
      runMutants({ mutants: names, judges: fake, judge: 'nobody' }),
    ])
    assert.equal(mercy.matrix.rows.filter(({ caughtBy }) => caughtBy.length > 0).length, 2)
    assert.equal(none.isFine, false)
  })

  it('tells of every trial when it is done', async () => {
    const told: string[] = []
    await runMutants({
      mutants: ['reversed', 'slash-behind'],
      judges: fake,
      jobs: 1,
      onProgress: ({ result, done, total, isFine }) =>
        told.push(`${result.mutant} ${done}/${total} ${isFine}`),
    })
    assert.deepEqual(told, ['reversed 1/2 true', 'slash-behind 2/2 false'])
  })

  it('leaves no process behind when it is interrupted, and is not content', async () => {
    const interrupt = new AbortController()
    const trying = runMutants({ mutants, judges: hanging, jobs: 2, signal: interrupt.signal })
    await eventually(
      () => running().length,
      (count) => count === 2,
    )
    interrupt.abort()
    const broken = await trying
    assert.equal(broken.isFine, false)
    assert.deepEqual(running(), [])
  })

  it('refuses a mutant that there is not', async () => {
    await assert.rejects(runMutants({ mutants: ['no such mutant'], judges: fake }), RangeError)
  })

  it('fails when there are no judges to be had', async () => {
    const nowhere = new URL('nowhere.ts', import.meta.url).href
    await assert.rejects(
      runMutants({ mutants: ['reversed'], judges: nowhere }),
      /reversed could not be tried/,
    )
    assert.deepEqual(running(), [])
  })
})
