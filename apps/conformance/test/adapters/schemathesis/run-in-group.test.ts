/** What a program leaves in its own directory while this process is busy. */
import assert from 'node:assert/strict'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { runInGroup } from '../../../src/adapters/schemathesis/run-in-group.ts'

test('what a program wrote is still there when it has ended', async () => {
  await using directory = await temporaryDirectory()
  const { signal } = new AbortController()
  const runs = Array.from({ length: 10 }, async (_, at) => {
    const scratch = join(directory.path, String(at))
    await mkdir(scratch)
    const ended = await runInGroup({ command: 'touch', args: [join(scratch, 'report')], scratch, signal })
    // Others end meanwhile, and are heard of late.
    const until = Date.now() + 20
    while (Date.now() < until);
    return [ended.code, ...(await readdir(scratch).catch(() => []))]
  })
  assert.deepEqual(
    await Promise.all(runs),
    Array.from(runs, () => [0, 'report']),
  )
})
