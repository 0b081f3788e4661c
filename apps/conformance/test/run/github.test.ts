/** The action and the workflow: what GitHub's own checks say about them, and what the action runs. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { run } from './run.ts'

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
  const usual = { url: 'http://127.0.0.1:1', token: 'none', report: 'out', artifact: 'none', world: '' }
  /** Stands for the command: prints its token and words, reports two failures, and ends with 1. */
  const command = `#!/bin/sh
for word in "$PLANT_STORE_TOKEN" "$@"; do printf '%s\n' "$word"; done
mkdir out && echo '{ "failures": [1, 2] }' >out/report.json && exit \${CODE:-1}
`
  /** Runs the action's check; what it would install was restored. */
  async function runScript(inputs: Partial<typeof usual>, code = 1) {
    await using directory = await temporaryDirectory()
    const at = (path: string): string => join(directory.path, path)
    const [, script = ''] = scriptsIn(parse(await readFile(actionFile, 'utf8')))
    const place = at('conformance/node_modules/.bin/conformance')
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, command)
    await chmod(place, 0o755)
    const env = {
      PATH: process.env['PATH'] ?? '',
      GITHUB_ACTION_PATH: '/action',
      GITHUB_OUTPUT: at('outputs'),
      RUNNER_TEMP: directory.path,
      INPUTS: JSON.stringify({ ...usual, ...inputs }),
      CODE: String(code),
    }
    const shell = promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: directory.path,
      env,
    })
    const ended = await shell.then(
      (all) => ({ ...all, code: 0 }),
      (fault: unknown) => fault as { code: number; stdout: string; stderr: string },
    )
    const [token, ...words] = ended.stdout.trimEnd().split('\n')
    const outputs = (await readFile(at('outputs'), 'utf8')).trimEnd().split('\n')
    return { words, token, outputs, code: ended.code, stderr: ended.stderr }
  }

  test('runs what was restored, and ends as it does', async () => {
    for (const [code, outputs] of [
      [0, ['outcome=conforms', 'failures=0']],
      [1, ['outcome=breaks', 'failures=2']],
      [2, ['outcome=inconclusive', 'failures=0']],
    ] as const) {
      const ended = await runScript({}, code)
      assert.deepEqual(ended.words, ['check', '--report=out', '--', 'http://127.0.0.1:1'])
      assert.deepEqual([ended.code, ended.outputs, ended.stderr], [code, outputs, ''])
    }
  })
  test('passes every input on as one word', async () => {
    const { words, token } = await runScript({
      url: 'http://127.0.0.1:1 $(touch pwned)',
      token: 'a"b',
      world: 'a b/world.json',
    })
    const due = ['check', '--report=out', '--world=a b/world.json', '--', 'http://127.0.0.1:1 $(touch pwned)']
    assert.deepEqual([words, token], [due, 'a"b'])
  })
  test('installs with the versions of the project', async () => {
    const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
    const [install = ''] = scriptsIn(parse(await readFile(actionFile, 'utf8'))).slice(1)
    assert.equal(
      /pnpm@[\d.]+/.exec(install)?.[0],
      (JSON.parse(manifest) as Record<string, string>)['packageManager'],
    )
    assert.ok(install.includes(`)@${process.versions.node}"`), install)
  })
  test('has no input that is not an option, and a key for what it installs', async () => {
    const action = parse(await readFile(actionFile, 'utf8')) as { inputs: object }
    const { stdout } = await run(['check', '--help'])
    for (const name of Object.keys(action.inputs).filter((one) => !['url', 'artifact'].includes(one)))
      assert.match(stdout, new RegExp(`--${name}(?![\\w-])`))
    await using directory = await temporaryDirectory()
    const env = {
      ...process.env,
      GITHUB_ACTION_PATH: fileURLToPath(new URL('../..', import.meta.url)),
      GITHUB_OUTPUT: join(directory.path, 'outputs'),
      RUNNER_OS: 'Linux',
      RUNNER_ARCH: 'X64',
    }
    const [script = ''] = scriptsIn(action)
    await promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { env })
    assert.match(await readFile(env.GITHUB_OUTPUT, 'utf8'), /^key=conformance-Linux-X64--[\da-f]{64}\n$/)
  })
})
