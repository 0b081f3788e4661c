/** The action and the workflow: what GitHub's own checks say about them, and what the action runs. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { delimiter, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'

// The package is meant for bundlers, and imports its JSON data without saying that it is JSON.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { validate } = await import('@actions/languageservice')

const actionFile = fileURLToPath(new URL('../../action.yml', import.meta.url))
const files = Object.fromEntries(
  ['apps/conformance/action.yml', '.github/workflows/ci.yml', '.github/workflows/release.yml'].map((path) => [
    `file:///${path}`,
    fileURLToPath(new URL(`../../../../${path}`, import.meta.url)),
  ]),
)

let asked = 0

/** The validator reads each name only once, so each text gets a name of its own. */
async function faultsOf(uri: string, text: string): Promise<readonly string[]> {
  asked += 1
  const found = await validate(TextDocument.create(uri.replace('///', `///${asked}/`), 'yaml', 1, text))
  return found.map(
    ({ message, range }) =>
      `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  )
}

for (const [uri, file] of Object.entries(files)) {
  describe(uri, () => {
    test('has no fault that GitHub would find', async () => {
      assert.deepEqual(await faultsOf(uri, await readFile(file, 'utf8')), [])
    })
    test('names the actions of others by commit, with the version beside it', async () => {
      const uses = [...(await readFile(file, 'utf8')).matchAll(/uses: (.*)/g)].map(([, name = '']) => name)
      assert.ok(uses.length > 0)
      for (const name of uses.filter((one) => !one.startsWith('./')))
        assert.match(name, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    })
    test('puts no input into the text of a script', async () => {
      for (const script of scriptsIn(parse(await readFile(file, 'utf8'))))
        assert.ok(!script.includes('${{'), script)
    })
  })
}

function scriptsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'run' && typeof member === 'string' ? [member] : scriptsIn(member),
  )
}

describe('the action', () => {
  const usual = {
    URL: '',
    OWN: '',
    AT_LEAST: '90',
    TOKEN: 'none',
    WORLD: '',
    BUDGET: 'standard',
    MINUTES: '',
    SEED: '1',
    ONLY: '',
    REPORT: 'out',
  }

  /** Runs the action's script with an npx that prints what it was called with, and ends with 1. */
  async function runScript(
    inputs: Partial<typeof usual>,
  ): Promise<{ words: readonly string[]; token: string; code: number; directory: string }> {
    await using directory = await temporaryDirectory()
    const [script = ''] = scriptsIn(parse(await readFile(actionFile, 'utf8')))
    const npx = join(directory.path, 'npx')
    await writeFile(
      npx,
      '#!/bin/sh\nfor word in "$PLANT_STORE_TOKEN" "$@"; do printf "%s\\n" "$word"; done\nexit 1\n',
    )
    await chmod(npx, 0o755)
    await mkdir(join(directory.path, 'a b'))
    await writeFile(join(directory.path, 'a b', 'world.json'), '{}')
    const env = {
      PATH: `${directory.path}${delimiter}${process.env['PATH'] ?? ''}`,
      GITHUB_ACTION_PATH: fileURLToPath(new URL('../..', import.meta.url)),
      ...usual,
      ...inputs,
    }
    const shell = promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: directory.path,
      env,
    })
    const ended = await shell.catch((fault: unknown) => fault as { code: number; stdout: string })
    const [token = '', ...words] = ended.stdout.trimEnd().split('\n')
    return { words, token, code: 'code' in ended ? ended.code : 0, directory: directory.path }
  }

  test('runs the command in its own repository, and ends as it does', async () => {
    const { words, code, directory } = await runScript({ OWN: 'true' })
    const root = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')
    assert.equal(
      words.join(' '),
      `--yes pnpm@12.21.0 --dir ${root} conformance check --own --at-least 90 --budget standard --seed 1 --report ${directory}/out`,
    )
    assert.equal(code, 1)
  })
  test('passes every input on as one word, and paths as they resolve from the working directory', async () => {
    const { words, token, directory } = await runScript({
      URL: 'http://127.0.0.1:1 $(touch pwned)',
      TOKEN: 'a"b',
      WORLD: 'a b/world.json',
      ONLY: 'given',
      BUDGET: 'deep',
      MINUTES: '90',
      SEED: '7',
    })
    const rest = '--only given --minutes 90 --at-least 90 --budget deep --seed 7 --report'
    assert.deepEqual(words.slice(5), [
      'check',
      'http://127.0.0.1:1 $(touch pwned)',
      '--world',
      `${directory}/a b/world.json`,
      ...rest.split(' '),
      `${directory}/out`,
    ])
    assert.equal(token, 'a"b')
  })
})
