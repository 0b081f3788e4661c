/** What a person is told after typing an unknown command or option. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CommandError } from '../../src/command/exit-codes.ts'
import { makeProgram } from '../../src/command/program.ts'

/** The message that refuses a command line. */
async function refusal(line: string): Promise<string> {
  try {
    await makeProgram({ ...process, json: true }).parseAsync(line.split(' '), { from: 'user' })
    return ''
  } catch (error) {
    assert.ok(error instanceof CommandError, String(error))
    return error.message
  }
}

describe('an unknown command', () => {
  for (const [line, meant] of [
    ['usres list', 'plant-store users list'],
    ['token create', 'plant-store tokens create'],
    ['token add Mei --name laptop', 'plant-store tokens create'],
    ['user new Lena', 'plant-store users add'],
    ['users create Lena', 'plant-store users add'],
    ['users delete Mei', 'plant-store users remove'],
    ['tokens rm 7', 'plant-store tokens revoke'],
    ['create user Lena', 'plant-store users add'],
    ['delete tokens 7', 'plant-store tokens revoke'],
    ['groups ls', 'plant-store groups list'],
    ['start --port 8000', 'plant-store serve'],
    ['init', 'plant-store migrate'],
    ['dump plants.db', 'plant-store backup'],
    ['load plants', 'plant-store import plants'],
    ['frobnicate', undefined],
    ['users frobnicate', undefined],
  ] as const) {
    it(`${line}: ${meant ?? 'no suggestion'}`, async () => {
      const message = await refusal(line)
      assert.match(message, /^unknown command '/)
      assert.equal(/\(Did you mean (.*)\?\)/.exec(message)?.[1], meant)
      assert.match(message, /\nTry: plant-store.* --help$/)
    })
  }
})

describe('an unknown option', () => {
  for (const [line, meant] of [
    ['verify --reapir', '--repair'],
    ['restore plants.db --force', '--yes'],
    ['tokens create Mei --name x --ttl=pst_secret', '--expires'],
    ['users list --db x', '--database'],
    ['migrate --simulate', '--dry-run'],
    ['users list --frobnicate', undefined],
  ] as const) {
    it(`${line}: ${meant ?? 'no suggestion'}`, async () => {
      const message = await refusal(line)
      assert.match(message, /^unknown option '--\w+'/)
      assert.equal(/\(Did you mean (.*)\?\)/.exec(message)?.[1], meant)
    })
  }
})
