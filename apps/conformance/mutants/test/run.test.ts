/** The runner, with checkers whose findings are known beforehand. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '@plant-store/testkit'
import { running } from '../../test/started-processes.ts'
import { runMutants } from '../run/run.ts'

const fake = new URL('fake-checkers.ts', import.meta.url).href
const hanging = new URL('hanging-checkers.ts', import.meta.url).href

/** Two mutants that the checker catches, one that it misses, a correct server that it accuses, and one it doesn't. */
const mutants = ['name-missing', 'reversed', 'slash-behind', 'charset', 'small-names']
const { rows, isFine } = await runMutants({ patterns: mutants, checkers: fake, jobs: 2 })

describe('the runner', () => {
  it('tells what became of each server, and by which check', () => {
    assert.deepEqual(Object.fromEntries(rows.map(({ id, fate, caughtBy }) => [id, [fate, ...caughtBy]])), {
      'name-missing': ['caught', 'lists/lists-all-plants'],
      reversed: ['caught', 'lists/lists-all-plants'],
      'slash-behind': ['survived'],
      charset: ['accused', 'lists/list-content-type'],
      'small-names': ['kept'],
    })
    assert.equal(isFine, false)
    assert.match(rows.find(({ id }) => id === 'charset')?.summary ?? '', /curl/)
  })

  it('is content when all mutants are caught and no correct server is accused', async () => {
    const fine = await runMutants({ patterns: ['reversed', 'small-names'], checkers: fake, jobs: 1 })
    assert.deepEqual([fine.isFine, fine.trials], [true, 2])
  })

  it('tries halves of those that are accused together', async () => {
    const patterns = ['charset', 'cors', 'gateways', 'total-count']
    const tried = await runMutants({ patterns, checkers: fake, together: 4, jobs: 1 })
    const fates = Object.fromEntries(tried.rows.map(({ id, fate }) => [id, fate]))
    assert.deepEqual(fates, { charset: 'accused', cors: 'kept', gateways: 'kept', 'total-count': 'kept' })
    const times = tried.rows.filter(({ id }) => id !== 'charset').map(({ durationMs }) => durationMs)
    assert.equal(new Set(times).size, 2, 'two were tried together')
  })

  it('leaves no process behind when it is interrupted, and is not content', async () => {
    const interrupt = new AbortController()
    const trying = runMutants({ patterns: mutants, checkers: hanging, jobs: 1, signal: interrupt.signal })
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
    const trying = runMutants({ patterns: mutants, checkers: hanging, jobs: 1 })
    await eventually(
      () => running().length,
      (count) => count === 1,
    )
    running()[0]?.kill('SIGKILL')
    await assert.rejects(trying, /could not be tried: .*Worker exited unexpectedly/)
    assert.deepEqual(running(), [])
  })
})
