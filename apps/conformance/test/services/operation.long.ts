/** Adds another operation, `GET /plants/{id}`, by the five steps of CONTRIBUTING.md, in a copy of the repository. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { join } from 'node:path'
import { temporaryDirectory } from '@plant-store/testkit'
import type { Report } from '../../src/report/json-report.ts'
import { copyRepository, follow, type Step } from './operation/steps.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())
const copy = join(directory.path, 'plant-store')
await copyRepository(copy)

/** Runs Node in a folder of the copy; resolves to its output when it ends with this code. */
function node(due: number, folder: string, ...words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // The test run in there is not a subtest of this one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const options = { cwd: join(copy, folder), env, maxBuffer: 2 ** 30 }
    const child = execFile(process.execPath, words, options, (_error, stdout, stderr) => {
      const output = stdout === '' ? stderr : stdout
      if (child.exitCode === due) resolve(output)
      else reject(new Error(`it ended with ${child.exitCode}: ${output.slice(0, 10_000)}`))
    })
  })
}

/** Checks the service of the copy with the harness of the copy. */
const checkService = async (due: number): Promise<Report> =>
  JSON.parse(
    await node(due, 'apps/conformance', 'src/main.ts', 'check', '--own', '--budget', 'quick', '--json'),
  ) as Report

const rows = ['apps/api', '--test', '--test-name-pattern=One plant', 'test/requests.test.ts'] as const

describe('an operation is added in five steps', () => {
  for (const [what, step, due, words, told] of [
    [
      'what the document promises and the code lacks is reported, with its place',
      '1-promise',
      1,
      ['contracts', '--test', '--test-name-pattern=promise the same', 'test/parity.test.ts'],
      /\/paths\/~1plants~1\{id\}/,
    ],
    [
      'once it is stated in TypeScript, both promise the same',
      '2-typescript',
      0,
      ['contracts', '--test', 'test/parity.test.ts'],
      /pass/,
    ],
    ['the rows fail', '3-due', 1, rows, /the status is 404, due is 200/],
  ] as const satisfies readonly (readonly [string, Step, number, readonly [string, ...string[]], RegExp])[])
    test(`${step}: ${what}`, async () => {
      await follow(step, copy)
      const [folder, ...args] = words
      assert.match(await node(due, folder, ...args), told)
    })

  test('where the operation is not there, nothing may be concluded, since it was never answered', async () => {
    const { summary, unseen } = await checkService(2)
    assert.match(summary, /no request for GET \/plants\/\{id\} was answered with success/)
    assert.match(unseen.join('\n'), /GET \/plants\/\{id\} declares 200.*: never seen/)
  })

  test('4-answer: once the service answers, they pass', async () => {
    await follow('4-answer', copy)
    await node(0, ...rows)
  })

  test('5: without new code, the harness finds nothing wrong, and says what it did not ask for', async () => {
    const unseen = (await checkService(0)).unseen.join('\n')
    assert.match(unseen, /Not asked for GET \/plants\/\{id\}/)
    // The other checkers saw everything else that is declared and can be asked for.
    assert.match(unseen, /GET \/plants\/\{id\} declares (?:400, )?500, 503: never seen/)
  })

  test('a plant that is not as declared is found', async () => {
    const file = join(copy, 'apps/api/src/http/get-plant.ts')
    const written = await readFile(file, 'utf8')
    const broken = written.replace('JSON.stringify(plant)', "'{}'")
    assert.notEqual(broken, written)
    await writeFile(file, broken)
    const { failures } = await checkService(1)
    assert.deepEqual(
      failures.map(({ rules }) => rules),
      [['bodies-as-declared']],
    )
  })
})
