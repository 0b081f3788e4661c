/** What the command says before it begins. */
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

test('what is no fault, no engine or no number is refused in a sentence', () => {
  const rows = [
    [['--only', 'flood'], /'flood' is invalid.*service-killed/s],
    [['--engine', 'mysql'], /'mysql' is invalid.*sqlite, postgres/s],
    [['--times', '0'], /'0' is invalid. Write a whole number from 1 to 1000/],
  ] as const
  for (const [argv, sentence] of rows) {
    const { status, stderr } = run(...argv)
    assert.equal(status, 2)
    assert.match(stderr, sentence)
  }
})
