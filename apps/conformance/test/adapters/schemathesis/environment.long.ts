/** The Python environment: only this finds one that is taken for whole although it is not, and a sentence that says nothing. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually, temporaryDirectory } from '@plant-store/testkit'
import { CheckerFailure } from '../../../src/run/checker.ts'
import {
  type EnvironmentOptions,
  provideEnvironment,
} from '../../../src/adapters/schemathesis/environment.ts'
import { withVariables } from './surroundings.ts'

const never = new AbortController().signal

/** One small package with its hashes: these tests do not depend on what is installed. */
async function writeSmallRequirements(directory: string): Promise<string> {
  const all = await readFile(new URL('../../../schemathesis/requirements.txt', import.meta.url), 'utf8')
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
    assert.ok(fault instanceof CheckerFailure, String(fault))
    assert.deepEqual(await readdir(directory.path), [], 'something was left behind')
    return fault.message
  }
  throw new Error('It did not fail.')
}

describe('one sentence says what is wrong', () => {
  const needed = /^schemathesis needs Python 3\.11 or newer, with venv; /
  test('where the Python that was named does not exist', async () => {
    const told = await failure({ python: '/nonexistent' })
    assert.match(told, needed)
    assert.match(told, /\/nonexistent.* not found/)
  })
  test('where Python is too old, or cannot make environments', async () => {
    for (const [before, due] of [
      ['sys.version_info, sys.version = (3, 9), "3.9.18 and more"', /it is Python 3\.9\.18\. Install it/],
      ['sys.modules["ensurepip"] = None', /ensurepip.*apt-get install python3 python3-venv/],
    ] as const) {
      await using directory = await temporaryDirectory()
      const python = join(directory.path, 'python')
      await writeFile(python, `#!/bin/sh\nexec python3 -c 'import sys; ${before}; exec(sys.argv[1])' "$2"\n`)
      await chmod(python, 0o755)
      const told = await failure({ python })
      assert.match(told, needed)
      assert.match(told, due)
    }
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
    assert.match(told, /^schemathesis could not be installed, .*PIP_INDEX_URL\): .*Connection refused/)
  })
})

test('two checks that ask at once get the same environment, also in place of one whose Python is gone', async () => {
  await using directory = await temporaryDirectory()
  const requirements = await writeSmallRequirements(directory.path)
  const cache = join(directory.path, 'cache')
  const options = { signal: never, directory: cache, requirements }
  const before = await provideEnvironment(options)
  await rm(before)
  const both = await Promise.all([provideEnvironment(options), provideEnvironment(options)])
  assert.deepEqual(both, [before, before])
  assert.equal(spawnSync(before, ['-c', 'import mdurl']).status, 0)
  assert.equal((await readdir(cache)).length, 1)
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
  const interruption = new AbortController()
  const installing = provideEnvironment({ signal: interruption.signal, directory: cache, requirements })
  await eventually(
    () => readdir(cache).catch(() => []),
    (names) => names.some((name) => name.includes('.unfinished-')),
  )
  interruption.abort()
  await assert.rejects(installing, { name: 'AbortError' })
  assert.deepEqual(await readdir(cache), [])
})
