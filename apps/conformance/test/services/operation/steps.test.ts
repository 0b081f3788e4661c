/** The long test adds an operation by patches: whoever changes the files that they change learns of it here. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'

import { filesOf, follow, root, steps } from './steps.ts'

it('the patches fit the files as they are', async () => {
  await using copy = await temporaryDirectory()
  const files = (await Promise.all(steps.map((step) => filesOf(step)))).flat()
  assert.ok(files.includes('contracts/openapi.yaml'))
  for (const file of new Set(files)) {
    // The others are new.
    if (existsSync(join(root, file))) await cp(join(root, file), join(copy.path, file))
  }
  for (const step of steps) await follow(step, copy.path)
})
