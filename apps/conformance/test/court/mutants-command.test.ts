/** The command that tries the harness itself, and the one that tries Prism's mock. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Value } from '@sinclair/typebox/value'
import { temporaryDirectory } from '@plant-store/testkit'
import { exitOf } from '../../src/command/mutants.ts'
import { ReportedMatrix } from '../../src/report/report-schema.ts'
import { finding, judge } from './bench.ts'
import { mutant, outcomeWith, result, variant } from './mutants-outcome.ts'
import { good, lame, run, runCheck } from './run.ts'

describe('mutants', () => {
  test('end with 0 where all came out as they should, with 1 where one survived or was accused, with 2 where one could not be judged', () => {
    assert.equal(exitOf(outcomeWith({ isFine: true })), 'conforms')
    assert.equal(exitOf(outcomeWith({ survivors: [{ mutant, result: result('conforms') }] })), 'breaks')
    assert.equal(exitOf(outcomeWith({ accused: [{ mutant: variant, result: result('breaks') }] })), 'breaks')
    assert.equal(
      exitOf(outcomeWith({ unjudged: [{ mutant: variant, result: result('unjudged') }] })),
      'unjudged',
    )
    assert.equal(exitOf(outcomeWith({ survivors: [{ mutant, result: result('unjudged') }] })), 'unjudged')
    assert.throws(() => exitOf(outcomeWith({ results: [] })), /There are no such mutants/)
  })
  test('are run by their names; the matrix is written, and shown by a later check', async () => {
    await using directory = await temporaryDirectory()
    const { code, stdout, stderr } = await run(['mutants', mutant.id, '--json', '--report', directory.path])
    assert.equal(code, 0, stdout + stderr)
    const matrix = Value.Parse(ReportedMatrix, JSON.parse(stdout))
    assert.deepEqual(
      matrix.rows.map(({ mutant: id }) => id),
      [mutant.id],
    )
    assert.deepEqual(JSON.parse(await readFile(join(directory.path, 'mutants.json'), 'utf8')), matrix)
    assert.match(
      await readFile(join(directory.path, 'mutants.html'), 'utf8'),
      /<title>Every mutant is caught<\/title>/,
    )
    await runCheck(['--report', directory.path], { judges: [good] })
    assert.ok(
      (await readFile(join(directory.path, 'report.html'), 'utf8')).includes(`<code>${mutant.id}</code>`),
    )
  })
  for (const [words, told] of [
    [['nobody'], /^There is no mutant "nobody"\./],
    [['--class', 'nothing'], /^There is no class "nothing"; there are body of a plant, /],
    [['--jobs', '0'], /^--jobs "0" is not a number from 1 to 999\./],
    [['--seeds', 'x'], /^--seeds "x" is not a number/],
  ] as const) {
    test(`${words.join(' ')}: 2 and a sentence`, async () => {
      const { code, stderr } = await run(['mutants', ...words])
      assert.equal(code, 2)
      assert.match(stderr, told)
    })
  }
})

describe('mock', () => {
  const idle = judge('idle', () => {})

  test('ends with 0 where nothing is new: all that is known is told, with the numbers of the issues', async () => {
    const { code, stdout } = await run(['mock'], { judges: [idle] })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^Prism's mock departs from the contract as it is known to: 0 rules in \d+ ways\.\n/)
    assert.match(stdout, /^Known: .* \(stoplightio\/prism #\d+/m)
  })
  test('ends with 1 where it breaks a rule that it was not known to break', async () => {
    const strict = judge('strict', (court) => court.broken(finding('plant-has-name')))
    const { code, stdout } = await run(['mock'], { judges: [strict] })
    assert.equal(code, 1, stdout)
    assert.match(
      stdout,
      /^New: Every plant has a name\.\n {3}contracts\/openapi\.yaml:\d+ {2}plant-has-name$/m,
    )
  })
  test('ends with 2 where a judge could not judge', async () => {
    const { code, stderr } = await run(['mock'], { judges: [lame] })
    assert.equal(code, 2)
    assert.match(stderr, /^lame could not judge the mock: Python 3\.10 is missing/)
  })
})
