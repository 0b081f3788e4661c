/** How the Python for schemathesis is found. */
import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { findPython } from '../../src/schemathesis/find-python.ts'

const { signal } = new AbortController()

test('a Python that warns is a Python', async () => {
  await using directory = await temporaryDirectory()
  const python = join(directory.path, 'python')
  await writeFile(python, '#!/bin/sh\necho "a warning of the site" >&2\nexec python3 "$@"\n')
  await chmod(python, 0o755)
  assert.match(await findPython(python, signal), /python/)
})
