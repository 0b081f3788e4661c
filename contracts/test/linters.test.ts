/** openapi.yaml is a valid OpenAPI 3.1 document and passes the strictest rule sets of two linters, offline. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { documentText, edited } from './document.ts'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const { resolve } = createRequire(import.meta.url)
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }

/** What a linter's program printed, and its exit code. */
interface Verdict {
  readonly code: number
  readonly printed: string
}

const run = (program: string, parameters: readonly string[]): Promise<Verdict> =>
  new Promise((settle) => {
    const child = execFile(
      process.execPath,
      [program, ...parameters],
      { cwd: packageRoot, env: { ...process.env, ...quiet } },
      (_error, stdout, stderr) => settle({ code: child.exitCode ?? -1, printed: stdout + stderr }),
    )
  })

const linters = {
  redocly: (file: string) =>
    run(resolve('@redocly/cli/bin/cli.js'), ['lint', file, '--config', 'redocly.yaml']),
  spectral: (file: string) =>
    run(resolve('@stoplight/spectral-cli/dist/index.js'), ['lint', file, '--fail-severity', 'hint']),
}

const folder = await mkdtemp(join(tmpdir(), 'plant-store-linters-'))
after(() => rm(folder, { recursive: true }))

const write = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

/** Edits of the document, each of which each linter must refuse by the named rule. */
const faults = [
  {
    what: 'a structure that OpenAPI 3.1 does not have',
    from: 'in: query',
    to: 'in: queery',
    rules: { redocly: 'struct', spectral: 'oas3-schema' },
  },
  {
    what: 'an example that its schema refuses',
    from: 'error: 40001\n',
    to: "error: '40001'\n",
    rules: { redocly: 'no-invalid-media-type-examples', spectral: 'oas3-valid-media-example' },
  },
  {
    what: 'a reference that leads nowhere',
    from: "'#/components/responses/Unavailable'",
    to: "'#/components/responses/Unavailible'",
    rules: { redocly: 'no-unresolved-refs', spectral: 'invalid-ref' },
  },
  {
    what: 'a component that is never used',
    from: "        Vary: { $ref: '#/components/headers/Vary' }\n",
    to: '',
    rules: { redocly: 'no-unused-components', spectral: 'oas3-unused-component' },
  },
] as const

for (const linter of ['redocly', 'spectral'] as const) {
  test(`${linter} finds nothing in openapi.yaml`, async () => {
    const { code, printed } = await linters[linter]('openapi.yaml')
    assert.equal(code, 0, printed)
  })

  test(`${linter} finds each of ${faults.length} planted faults`, async () => {
    const faulty = faults.reduce((text, { from, to }) => edited(text, from, to), documentText)
    const { code, printed } = await linters[linter](await write(`${linter}-faulty.yaml`, faulty))
    assert.equal(code, 1, printed)
    for (const { what, rules } of faults) assert.match(printed, new RegExp(`\\b${rules[linter]}\\b`), what)
  })

  test(`${linter} refuses what is only a warning outside of the strict sets`, async () => {
    const nameless = edited(documentText, '      operationId: listPlants\n', '')
    const { code, printed } = await linters[linter](await write(`${linter}-nameless.yaml`, nameless))
    assert.equal(code, 1, printed)
    assert.match(printed, /\boperation-operationId\b/)
  })
}
