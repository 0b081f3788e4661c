/** What the command says before it makes faults. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faults } from '../src/faults/faults.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const run = (...argv: readonly string[]) => spawnSync(process.execPath, [main, ...argv], { encoding: 'utf8' })

test('its help names every fault', () => {
  const { status, stdout } = run('--help')
  assert.equal(status, 0)
  for (const { name } of faults) assert.ok(stdout.includes(`  ${name} `), name)
})

test('an unknown fault is refused in a sentence that names the known ones', () => {
  const { status, stderr } = run('--only', 'flood')
  assert.equal(status, 2)
  assert.match(stderr, /'flood' is invalid.*service-killed/s)
})
