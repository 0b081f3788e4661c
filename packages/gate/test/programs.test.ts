/** What is true of every program of the repository. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const programs = [
  'apps/api/src/main.ts',
  'apps/bench/src/main.ts',
  'apps/conformance/mutants/main.ts',
  'apps/conformance/src/main.ts',
  'apps/faults/src/main.ts',
  'packages/client/src/command/main.ts',
  'packages/contract-tools/src/main.ts',
]

for (const program of programs) {
  describe(program, () => {
    test('exits with 0 where the reader of its help stops reading', async () => {
      const child = spawn(process.execPath, [join(root, program), '--help'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout.destroy()
      const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
      assert.deepEqual([child.exitCode, said], [0, ''])
    })

    test(
      'reports in one line, without a stack trace, that its output has no room',
      { skip: !existsSync('/dev/full') && 'there is no /dev/full here' },
      async () => {
        await using full = await open('/dev/full', 'w')
        const child = spawn(process.execPath, [join(root, program), '--help'], {
          stdio: ['ignore', full.fd, 'pipe'],
        })
        assert.ok(child.stderr)
        const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
        assert.notEqual(child.exitCode, 0)
        assert.match(said, /^[^\n]*(?:no space|full)[^\n]*\n$/i)
      },
    )
  })
}
