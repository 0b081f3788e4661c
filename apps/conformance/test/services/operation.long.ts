/** Adds GET, POST and DELETE of a plant by CONTRIBUTING.md's five steps: only this finds a step that is missing. */
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
const checkService = async (due: number, ...words: readonly string[]): Promise<Report> => {
  // On a busy machine nothing is left untried.
  const check = ['src/main.ts', 'check', '--own', '--budget', 'quick', '--minutes', '20', '--json', ...words]
  return JSON.parse(await node(due, 'apps/conformance', ...check)) as Report
}

const rows = ['apps/api', '--test', '--test-name-pattern=One plant', 'test/requests.test.ts'] as const

describe('operations are added in five steps', () => {
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

  test('where the operations are not there, nothing may be concluded, since they were never answered', async () => {
    const { summary } = await checkService(2, '--include', 'createPlant', '--include', 'getPlant')
    assert.match(summary, /no request for POST \/plants, GET \/plants\/\{id\} was answered with success/)
  })

  test('4-answer: once the service answers, they pass', async () => {
    await follow('4-answer', copy)
    await node(0, ...rows)
  })

  test('5: without new code, the harness finds nothing wrong, and sees nearly every rule of theirs', async () => {
    const { rules } = await checkService(0)
    const own = rules.filter(({ id }) => /^(?:create|get|delete)Plant:/.test(id))
    assert.equal(own.length, 31)
    assert.deepEqual(
      own.filter(({ state }) => state !== 'kept').map(({ id }) => id),
      [],
    )
  })

  // What else may be wrong with operations of any document is in `mutants/foreign`.
  for (const [what, written, broken, rule] of [
    ['a plant for what is no number', 'Number(text) : 0', 'Number(text) : 1', 'getPlant:parameter:path:id'],
    ['a plant that is not kept', 'added.set(', 'new Map().set(', 'createPlant:effect'],
    ['a plant that is still there', 'added.delete(id)', '', 'deletePlant:effect'],
  ] as const)
    test(`${what} is found`, async () => {
      const file = join(copy, 'apps/api/src/http/get-plant.ts')
      const right = await readFile(file, 'utf8')
      const wrong = right.replace(written, broken)
      assert.notEqual(wrong, right)
      await writeFile(file, wrong)
      const only = ['createPlant', 'getPlant', 'deletePlant'].flatMap((id) => ['--include', id])
      const { failures } = await checkService(1, ...only, '--checker', 'sessions')
      await writeFile(file, right)
      const found = failures.flatMap(({ rules }) => rules)
      assert.ok(found.includes(rule), found.join(', '))
    })
})
