/** What must not be lost or misread while schemathesis is installed. */
import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { clearLeftovers } from '../../src/schemathesis/environment.ts'
import { findPython } from '../../src/schemathesis/find-python.ts'

const { signal } = new AbortController()

test('a Python that warns is a Python', async () => {
  await using directory = await temporaryDirectory()
  const python = join(directory.path, 'python')
  await writeFile(python, '#!/bin/sh\necho "a warning of the site" >&2\nexec python3 "$@"\n')
  await chmod(python, 0o755)
  assert.match(await findPython(python, signal), /python/)
})

test('a usable environment is left alone, even if it was finished only just now', async () => {
  await using directory = await temporaryDirectory()
  const home = join(directory.path, 'schemathesis-1')
  await mkdir(join(home, 'bin'), { recursive: true })
  await writeFile(join(home, 'bin', 'python'), '#!/bin/sh\n', { mode: 0o755 })
  await clearLeftovers(home)
  assert.deepEqual(await readdir(directory.path), ['schemathesis-1'])
})

test('the installation of a live process is left alone', async () => {
  await using directory = await temporaryDirectory()
  const home = join(directory.path, 'schemathesis-1')
  const living = `schemathesis-1.unfinished-${process.pid}-a`
  // No process has this number.
  for (const name of [living, 'schemathesis-1.unfinished-4194999-b', 'schemathesis-1']) {
    await mkdir(join(directory.path, name))
  }
  await clearLeftovers(home)
  assert.deepEqual(await readdir(directory.path), [living])
})
