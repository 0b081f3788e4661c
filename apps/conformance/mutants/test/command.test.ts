/** The command that puts the harness itself to the test. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { type Run, runWith } from '../../test/run/run.ts'
import { exitOf, runMutantsCommand } from '../command.ts'
import { isSurprise, type Row } from '../run/run.ts'
import type { Fate } from '../run/try-mutant.ts'

const run = (...words: readonly string[]): Promise<Run> => runWith(runMutantsCommand, words)

describe('mutants', () => {
  for (const [fates, exit] of [
    [['caught', 'kept'], 'fine'],
    [['caught', 'survived'], 'surprising'],
    [['inconclusive', 'accused'], 'surprising'],
    [['caught', 'inconclusive'], 'inconclusive'],
  ] as const) {
    test(`that are ${fates.join(' and ')}: ${exit}`, () => {
      const about = { id: 'any', mutant: 'any', fault: 'Any.', breaks: true, durationMs: 1 } as const
      const toRow = (fate: Fate): Row => ({ ...about, fate, caughtBy: [], summary: '' })
      const rows = fates.map((fate) => toRow(fate))
      assert.equal(exitOf({ rows, isFine: !rows.some((row) => isSurprise(row)) }), exit)
    })
  }

  test('are chosen by a pattern of their names; what became of them is printed', async () => {
    const words = ['--only', 'name-missing', '--checker', 'sessions', '--json']
    const { code, stdout, stderr } = await run(...words)
    assert.equal(code, 0, stdout + stderr)
    const { rows } = JSON.parse(stdout) as { readonly rows: readonly Row[] }
    assert.deepEqual(
      rows.map(({ id, fate }) => [id, fate]),
      [['name-missing', 'caught']],
    )
  })

  for (const [reason, code, told] of [
    ['interrupted', 130, 'Interrupted: nothing may be concluded.\n'],
    // A fault, which has been reported.
    ['inconclusive', 2, ''],
  ] as const) {
    test(`that are told to end because of ${reason} exit with ${code}`, async () => {
      const interrupt = AbortSignal.abort(reason)
      const words = ['--only', 'name-missing', '--checker', 'sessions']
      assert.deepEqual(await runWith(runMutantsCommand, words, { interrupt }), {
        code,
        stdout: '',
        stderr: told,
      })
    })
  }

  for (const [words, told] of [
    [['--only', 'nobody'], /^There is no mutant "nobody"\.\n$/],
    [['--jobs', '0'], /^--jobs "0" is not a number from 1 to 9999\./],
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
