/** The gate in a small workspace: only this finds a failure that its last lines do not name, and a run that waits for ever. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const reporter = new URL('../src/reporter.ts', import.meta.url).href
const binaries = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))

const manifest = (name: string, scripts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ name, version: '1.0.0', private: true, type: 'module', scripts })

const runTests = `node --test --test-reporter=${reporter} "*.test.js"`

const rootManifest = (tidy: string): string =>
  JSON.stringify({ name: 'small', private: true, packageManager: 'pnpm@12.21.0', scripts: { tidy } })

/** Waits for ever. */
const waits = `import { before, test } from 'node:test'
  import { execFileSync, spawn } from 'node:child_process'
  import { once } from 'node:events'
  const wait = ['--eval', 'setInterval(() => {}, 1e6)']
`

const holds = "import { test } from 'node:test'\ntest('holds', () => {})\n"

/** `late` starts only after `broken` has failed. */
const files: Readonly<Record<string, string>> = {
  'package.json': rootManifest('node --eval process.exit(1)'),
  '.gitignore': '.turbo/\ncache/\n',
  'pnpm-workspace.yaml': 'packages: [broken, late]\npmOnFail: ignore\n',
  'turbo.json': JSON.stringify({
    globalPassThroughEnv: ['TEST_PATIENCE_MS'],
    tasks: {
      '//#tidy': {},
      test: { outputs: ['.turbo/test.json'] },
      '@small/late#test': { dependsOn: ['@small/broken#test'] },
    },
  }),
  'broken/package.json': manifest('@small/broken', { test: runTests }),
  'broken/good.test.js': holds,
  'broken/bad.test.js': `import { describe, test } from 'node:test'
    describe('a suite', () => {
      test('holds', () => {})
      test('breaks', () => { throw new Error('a screw came loose') })
      test('is not meant for here', { skip: 'needs a bird' }, () => {})
    })
    describe('a suite that is not meant for here', { skip: true }, () => {
      test('is not even counted by Node', () => {})
    })`,
  'broken/midway.test.js': 'process.exit(3)\n',
  'late/package.json': manifest('@small/late', { test: runTests }),
  'late/one.test.js': `import { after } from 'node:test'\n${holds}after((t) => t.diagnostic('one bird seen'))\n`,
}

let root = ''

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'gate-'))
  for (const [name, content] of Object.entries(files)) await write(name, content)
})
after(() => rm(root, { recursive: true, force: true }))

async function write(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true })
  await writeFile(join(root, name), content)
}

async function runGate(
  tasks: readonly string[],
  patienceMs = 60_000,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const path = `${binaries}:${process.env['PATH'] ?? ''}`
  const child = spawn('npx', ['--yes', 'pnpm@12', 'exec', 'node', main, ...tasks], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The test runners in there must not know about the one that runs this test.
    env: {
      ...process.env,
      PATH: path,
      NODE_TEST_CONTEXT: undefined,
      TURBO_CACHE_DIR: join(root, 'cache'),
      TEST_PATIENCE_MS: String(patienceMs),
    },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

describe('the gate', () => {
  test('goes on after a failure, and finally says what failed and how to run that alone', async () => {
    const { code, stdout } = await runGate(['test', 'tidy'])
    assert.notEqual(code, 0)
    assert.match(stdout, /Error: a screw came loose/)
    const end = stdout.slice(stdout.indexOf('What was run:'))
    assert.match(
      end,
      /^ {2}broken test +6 tests in 2 files, \d+ s; skipped: needs a bird; skipped: a suite that is not meant for here$/m,
    )
    assert.match(end, /^ {2}late test +1 tests in 1 files, \d+ s; one bird seen$/m)
    const [, failed = ''] =
      /\nFailed:\n(.*)\n\nFAILED after \d+ s\.\n3 passed, 3 failed, 2 skipped\n$/s.exec(end) ?? []
    assert.deepEqual(failed.split('\n').toSorted(), [
      '    npx --yes pnpm@12 --filter @small/broken exec node --test bad.test.js',
      '    npx --yes pnpm@12 --filter @small/broken exec node --test midway.test.js',
      '    npx --yes pnpm@12 tidy',
      '    | a screw came loose',
      '    | test failed',
      '  broken/bad.test.js: a suite > breaks',
      '  broken/midway.test.js: the file itself',
      '  tidy',
    ])
  })

  test('says what was run when everything passes, and what had not changed', async () => {
    await write('package.json', rootManifest('node --eval 0'))
    await write('broken/bad.test.js', holds)
    await write('broken/midway.test.js', holds)
    const { code, stdout } = await runGate(['test', 'tidy'])
    assert.equal(code, 0, stdout)
    assert.match(stdout, /\nPassed after \d+ s\.\n4 passed, 0 failed\n$/)
    const again = await runGate(['test', 'tidy'])
    assert.match(again.stdout, /^ {2}broken test +3 tests in 3 files, unchanged since they passed$/m)
    assert.match(again.stdout, /\n4 passed, 0 failed\n$/)
  })

  test('ends what waits for ever, goes on, and finally says which test it was and for what it waited', async () => {
    await write('package.json', rootManifest("node --eval 'setInterval(() => {}, 1e6)'"))
    await write('broken/bad.test.js', `${waits}test('waits', () => once(spawn('node', wait), 'exit'))`)
    await write('broken/midway.test.js', `${waits}before(() => execFileSync('node', wait))`)
    await write('late/one.test.js', `${holds}setInterval(() => {}, 1e6)`)
    const { code, stdout } = await runGate(['test', 'tidy'], 6000)
    assert.equal(code, 1, stdout)
    const failed = stdout.slice(stdout.indexOf('\nFailed:'))
    const waited = String.raw`Nothing happened any more while waiting for .*process \d+ \(node --eval setInterval`
    assert.match(
      failed,
      new RegExp(String.raw`broken/bad.test.js: the file itself\n.*\n {4}\| waits: ${waited}`),
    )
    assert.match(
      failed,
      new RegExp(String.raw`midway.test.js: the file itself\n.*\n {4}\| outside of its tests: ${waited}`),
    )
    assert.match(
      failed,
      /late\/one.test.js: the file itself\n.*\n {4}\| outside of its tests: .* no other process/,
    )
    assert.match(failed, /\n {2}tidy\n/)
    assert.match(stdout, new RegExp(String.raw`\n${waited}`))
    assert.match(failed, /\n2 passed, 4 failed\n$/)
  })

  test('fails where nothing can be run', async () => {
    const { code, stdout, stderr } = await runGate(['no-such-task'])
    assert.notEqual(code, 0)
    assert.match(stdout, /\n0 passed, 1 failed\n$/, stderr)
  })
})
