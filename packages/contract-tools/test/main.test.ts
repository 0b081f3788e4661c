/** The program, in this repository. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import process from 'node:process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const program = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url)), ...args])

it('the version of the contract is high enough for what has changed since the last release', async () => {
  assert.match((await program('diff')).stdout, /^The version is high enough: /m)
})

it('the contract is as Redocly and Spectral want it, but for the exceptions, each of which is needed', async () => {
  assert.match((await program('lint')).stdout, /^Nothing to object to; [1-9]\d* findings are excepted, /)
})

it('ends with 2 and a sentence, without a stack trace, if nothing could be concluded', async () => {
  await assert.rejects(program('diff', 'nowhere'), ({ code, stdout, stderr }: Ended) => {
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
    assert.match(stderr, /^error: "nowhere" is no commit, .*\n$/)
    return true
  })
  await assert.rejects(program('dif'), ({ code }: Ended) => code === 2)
})
