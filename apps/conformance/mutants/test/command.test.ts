/** The command that puts the harness itself to the test. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { type Run, runWith } from '../../test/court/run.ts'
import { exitOf, runMutantsCommand } from '../command.ts'
import type { MutantMatrix } from '../run/matrix.ts'
import { mutant, outcomeWith, result, variant } from './outcome.ts'

const run = (...words: readonly string[]): Promise<Run> => runWith(runMutantsCommand, words)

describe('mutants', () => {
  test('exit with 0 where all came out as they should, with 1 where one survived or was accused, with 2 where one could not be judged', () => {
    assert.equal(exitOf(outcomeWith({ isFine: true })), 'fine')
    assert.equal(exitOf(outcomeWith({ survivors: [{ mutant, result: result('conforms') }] })), 'surprising')
    assert.equal(
      exitOf(outcomeWith({ accused: [{ mutant: variant, result: result('breaks') }] })),
      'surprising',
    )
    assert.equal(
      exitOf(outcomeWith({ unjudged: [{ mutant: variant, result: result('unjudged') }] })),
      'unjudged',
    )
    assert.equal(exitOf(outcomeWith({ survivors: [{ mutant, result: result('unjudged') }] })), 'unjudged')
    assert.throws(() => exitOf(outcomeWith({ results: [] })), /There are no such mutants/)
    const late = outcomeWith({ results: [], matrix: { checks: [], notReached: 3, rows: [] } })
    assert.throws(() => exitOf(late), /--within ended before the first trial/)
  })

  test('are chosen by a pattern of their names; the matrix is printed', async () => {
    const words = ['--only', 'name-missing', '--judge', 'sessions', '--json']
    const { code, stdout, stderr } = await run(...words)
    assert.equal(code, 0, stdout + stderr)
    const { rows } = JSON.parse(stdout) as MutantMatrix
    assert.deepEqual(
      rows.map((row) => [row.mutant, row.trigger]),
      [['name-missing', 'always']],
    )
  })

  for (const [reason, code, told] of [
    ['hungUp', 129, 'Interrupted: nothing may be concluded.\n'],
    ['interrupted', 130, 'Interrupted: nothing may be concluded.\n'],
    ['terminated', 143, 'Interrupted: nothing may be concluded.\n'],
    // A fault, which has been reported.
    ['unjudged', 2, ''],
  ] as const) {
    test(`that are told to end because of ${reason} exit with ${code}`, async () => {
      const interrupt = AbortSignal.abort(reason)
      const words = ['--only', 'name-missing', '--judge', 'sessions']
      assert.deepEqual(await runWith(runMutantsCommand, words, { interrupt }), {
        code,
        stdout: '',
        stderr: told,
      })
    })
  }

  for (const [words, told] of [
    [['--only', 'nobody'], /^There is no mutant "nobody"\.\n$/],
    [['--class', 'nothing'], /^There is no class "nothing"; the classes are body of a plant, /],
    [['--jobs', '0'], /^--jobs "0" is not a number from 1 to 9999\./],
    [['--within', '10m'], /^--within "10m" is not a number/],
    [['--together', 'all'], /^--together "all" is not a number/],
    [['--shuffle', '-1'], /^--shuffle "-1" is not a number/],
    [['--seeds', 'x'], /^--seeds "x" is not a number/],
    [['--unheard-of'], /^unknown option '--unheard-of'\nTry: pnpm mutants --help\n$/],
  ] as const) {
    test(`${words.join(' ')}: 2 and a sentence`, async () => {
      const { code, stderr } = await run(...words)
      assert.equal(code, 2)
      assert.match(stderr, told)
    })
  }

  test('have help that lists the exit codes; the README has every option', async () => {
    const { code, stdout } = await run('--help')
    assert.equal(code, 0)
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    for (const [option] of stdout.matchAll(/--(?!help)\w+/g)) assert.ok(readme.includes(option), option)
    assert.match(stdout, /^ {4}1 {2}A server with a fault was not caught/m)
  })
})
