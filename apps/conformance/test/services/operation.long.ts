/** Adds another operation, `GET /plants/{id}`, by the five steps of CONTRIBUTING.md, in a copy of the repository. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { join } from 'node:path'
import { temporaryDirectory } from '@plant-store/testkit'
import { copyRepository } from './copy-repository.ts'
import { follow } from './operation/steps.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())
const copy = join(directory.path, 'plant-store')
await copyRepository(copy)

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs Node in a folder of the copy. */
function node(folder: string, ...words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    // The test run in there is not a subtest of this one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const options = { cwd: join(copy, folder), env, maxBuffer: 2 ** 30 }
    const child = execFile(process.execPath, words, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout === '' ? stderr : stdout }),
    )
  })
}

/** Checks that the document and the code promise the same. */
const compareContract = (): Promise<Ended> =>
  node('contracts', '--test', '--test-name-pattern=promise the same', 'test/parity.test.ts')
const testContract = (): Promise<Ended> =>
  node(
    'contracts',
    '--test',
    ...['parity', 'given', 'public-surface', 'examples', 'readme'].map((name) => `test/${name}.test.ts`),
  )
const testRows = (): Promise<Ended> =>
  node('apps/api', '--test', '--test-name-pattern=One plant', 'test/requests.test.ts')

/** Checks the service of the copy with the harness of the copy. */
const checkService = (): Promise<Ended> =>
  node('apps/conformance', 'src/main.ts', 'check', '--own', '--budget', 'quick', '--json')

/** What the report says was not seen. */
const tellUnseen = (report: string): string =>
  (JSON.parse(report) as { readonly unseen: readonly string[] }).unseen.join('\n')

describe('an operation is added in five steps', () => {
  test('1: what the document promises and the code lacks is reported, with its place', async () => {
    await follow('1-promise', copy)
    const { code, output } = await compareContract()
    assert.equal(code, 1)
    assert.match(output, /\/paths\/~1plants~1\{id\}/)
  })

  test('2: once it is stated in TypeScript, the contract is complete', async () => {
    await follow('2-typescript', copy)
    const { code, output } = await testContract()
    assert.equal(code, 0, output)
  })

  test('3: the rows fail', async () => {
    await follow('3-due', copy)
    const { code, output } = await testRows()
    assert.equal(code, 1)
    assert.match(output, /the status is 404, due is 200/)
  })

  test('where the operation is not there, nothing may be concluded, since it was never answered', async () => {
    const { code, output } = await checkService()
    assert.equal(code, 2, output.slice(0, 10_000))
    assert.match(output, /no request for GET \/plants\/\{id\} was answered with success/)
    assert.match(tellUnseen(output), /GET \/plants\/\{id\} declares 200.*: never seen/)
  })

  test('4: once the service answers, they pass', async () => {
    await follow('4-answer', copy)
    const { code, output } = await testRows()
    assert.equal(code, 0, output)
  })

  test('5: without new code, the harness finds nothing wrong, and says what it did not ask for', async () => {
    const { code, output } = await checkService()
    assert.equal(code, 0, output.slice(0, 10_000))
    const unseen = tellUnseen(output)
    assert.match(unseen, /Not asked for GET \/plants\/\{id\}/)
    // The other judges saw everything else that is declared and can be asked for.
    assert.match(unseen, /GET \/plants\/\{id\} declares (?:400, )?500, 503: never seen/)
  })
  test('a plant that is not as declared is found', async () => {
    const file = join(copy, 'apps/api/src/http/get-plant.ts')
    const written = await readFile(file, 'utf8')
    const broken = written.replace('JSON.stringify(plant)', "'{}'")
    assert.notEqual(broken, written)
    await writeFile(file, broken)
    const { code, output } = await checkService()
    assert.equal(code, 1, output.slice(0, 10_000))
    const { failures } = JSON.parse(output) as {
      readonly failures: readonly { readonly rules: readonly string[] }[]
    }
    assert.deepEqual(
      failures.map(({ rules }) => rules),
      [['bodies-as-declared']],
    )
  })
})
