/** The Python environment: how it is made, and what a person is told when it can't be. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, watch, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { JudgeFailure } from '../../src/court/judge.ts'
import { type EnvironmentOptions, provideEnvironment } from '../../src/schemathesis/environment.ts'
import { withVariables } from './with-variables.ts'

const never = new AbortController().signal

/** One small package with its hashes: these tests do not depend on what is installed. */
async function writeSmallRequirements(directory: string): Promise<string> {
  const all = await readFile(new URL('../../schemathesis/requirements.txt', import.meta.url), 'utf8')
  const [small = ''] = /^mdurl==[\s\S]*?(?=^\S)/m.exec(all.slice(all.indexOf('\nmdurl') + 1)) ?? []
  const file = join(directory, 'small.txt')
  await writeFile(file, small)
  return file
}

async function failure(options: Partial<EnvironmentOptions>): Promise<string> {
  await using directory = await temporaryDirectory()
  try {
    await provideEnvironment({ signal: never, directory: directory.path, ...options })
  } catch (fault) {
    assert.ok(fault instanceof JudgeFailure, String(fault))
    assert.deepEqual(await readdir(directory.path), [], 'something was left behind')
    return fault.message
  }
  throw new Error('It did not fail.')
}

/** A program that says about itself what a Python would. */
async function fakePython(directory: string, version: string, able = ''): Promise<string> {
  const file = join(directory, 'python')
  await writeFile(file, `#!/bin/sh\nprintf '%s\\n' '${version}' "$0" '${able}'\n`)
  await chmod(file, 0o755)
  return file
}

describe('one sentence says what is wrong', () => {
  test('where the Python that was named does not exist', async () => {
    assert.match(
      await failure({ python: '/nonexistent' }),
      /^CONFORMANCE_PYTHON names \/nonexistent, .* 3\.11 or newer/,
    )
  })
  test('where Python is too old', async () => {
    await using directory = await temporaryDirectory()
    const python = await fakePython(directory.path, '3.9.18', 'able')
    assert.match(await failure({ python }), /is Python 3\.9\.18; schemathesis needs Python 3\.11 or newer\./)
  })
  test('where Python cannot make environments, with the package that Debian keeps apart', async () => {
    await using directory = await temporaryDirectory()
    const python = await fakePython(directory.path, '3.11.2')
    assert.match(await failure({ python }), /venv and ensurepip.*apt-get install python3-venv/)
  })
  test('where PyPI is not reached', async () => {
    await using directory = await temporaryDirectory()
    const requirements = await writeSmallRequirements(directory.path)
    const unreachable = {
      PIP_INDEX_URL: 'http://127.0.0.1:1',
      PIP_FIND_LINKS: '',
      PIP_CONFIG_FILE: '/dev/null',
    }
    const told = await withVariables(unreachable, () => failure({ requirements }))
    assert.match(told, /PyPI, where Python packages come from, was not reached/)
  })
})

test('two processes that ask at once get the same environment, also in place of one whose Python is gone', async () => {
  await using directory = await temporaryDirectory()
  const requirements = await writeSmallRequirements(directory.path)
  const cache = join(directory.path, 'cache')
  const name = await nameOf(cache, requirements)
  await mkdir(join(cache, name, 'bin'), { recursive: true })
  const [one, other] = await Promise.all([ask(cache, requirements), ask(cache, requirements)])
  assert.equal(one, join(cache, name, 'bin', 'python'))
  assert.equal(other, one)
  assert.deepEqual(await readdir(cache), [name])
})

test('settings that would have pip install elsewhere change nothing', async () => {
  await using directory = await temporaryDirectory()
  const requirements = await writeSmallRequirements(directory.path)
  const elsewhere = {
    PIP_USER: '1',
    PIP_TARGET: join(directory.path, 'elsewhere'),
    PIP_REQUIREMENT: '/nowhere',
  }
  const python = await withVariables(elsewhere, () =>
    provideEnvironment({ signal: never, directory: join(directory.path, 'cache'), requirements }),
  )
  const { status } = spawnSync(python, ['-c', 'import mdurl'])
  assert.equal(status, 0)
})

test('an interrupted installation is not taken for an environment', async () => {
  await using directory = await temporaryDirectory()
  const requirements = await writeSmallRequirements(directory.path)
  const cache = join(directory.path, 'cache')
  await mkdir(cache)
  const interruption = new AbortController()
  const begun = firstNew(cache, (file) => file.includes('.unfinished-'))
  const installing = provideEnvironment({ signal: interruption.signal, directory: cache, requirements })
  await begun
  interruption.abort()
  await assert.rejects(installing, { name: 'AbortError' })
  assert.deepEqual(await readdir(cache), [])
})

/** Asks for the environment in a separate process. */
async function ask(cache: string, requirements: string): Promise<string> {
  const module = new URL('../../src/schemathesis/environment.ts', import.meta.url).href
  const options = JSON.stringify({ directory: cache, requirements })
  const program = `
    const { provideEnvironment } = await import(${JSON.stringify(module)})
    const signal = new AbortController().signal
    process.stdout.write(await provideEnvironment({ signal, ...${options} }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  return said
}

/** The name that an environment of these requirements gets, taken from an installation that is interrupted. */
async function nameOf(cache: string, requirements: string): Promise<string> {
  const interruption = new AbortController()
  await mkdir(cache)
  const begun = firstNew(cache, (file) => file.includes('.unfinished-'))
  const installing = provideEnvironment({ signal: interruption.signal, directory: cache, requirements })
  const name = (await begun).replace(/\.unfinished-.*$/, '')
  interruption.abort()
  await assert.rejects(installing)
  return name
}

async function firstNew(directory: string, fits: (file: string) => boolean): Promise<string> {
  for await (const { filename } of watch(directory)) {
    if (filename !== null && fits(filename)) return filename
  }
  throw new Error('Nothing was created.')
}
