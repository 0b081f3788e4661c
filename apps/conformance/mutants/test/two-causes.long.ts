/** Two causes in one server are two failures. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { check } from '../../src/run/check.ts'
import type { Failure } from '../../src/run/verdict.ts'
import { sessionsChecker } from '../../src/sessions/checker.ts'
import { subjectOf, unhurriedMs } from '../../test/subject.ts'
import { mutantById } from '../catalogue.ts'
import { startMutant } from '../server/serve.ts'
import { toWorldFile } from '../server/world.ts'

/** Two faults, and for each the rule that says what is wrong. */
const pairs = [
  [
    ['list-201', 'answers-right-requests'],
    ['message-number', 'message-is-text'],
  ],
  [
    ['hexadecimal-bare', 'limit-is-a-number'],
    ['head-with-body', 'answers-are-well-framed'],
  ],
  [
    ['everything-second-caller', 'sees-own-plants-only'],
    ['type-text', 'list-content-type'],
  ],
  [
    ['no-token-asked-zero', 'token-required'],
    ['name-null', 'plant-name-is-text'],
  ],
] as const

/** What the checker of sessions says of the server, when it has seen everything. */
async function failuresOf(id: string): Promise<readonly Failure[]> {
  const mutant = mutantById(id)
  await using server = await startMutant(mutant)
  const subject = subjectOf(server.url, { ...toWorldFile(mutant.world), timeMs: unhurriedMs })
  const { failures } = await check(subject, {
    checkers: [sessionsChecker()],
    signal: new AbortController().signal,
  })
  return failures
}

const tell = (failures: readonly Failure[]): string =>
  failures.map(({ headline, rules }) => `${headline} ${rules.join(', ')}`).join('\n')

describe('two faults in one server are two failures', () => {
  for (const pair of pairs) {
    it(pair.map(([fault]) => fault).join(' and '), async () => {
      const failures = await failuresOf(pair.map(([fault]) => fault).join('+'))
      assert.equal(failures.length, 2, tell(failures))
      for (const [fault, rule] of pair) {
        const told = failures.filter(({ rules }) => rules.includes(rule))
        assert.equal(told.length, 1, `${fault}: ${rule} is not in one failure.\n${tell(failures)}`)
      }
      assert.notEqual(
        failures.findIndex(({ rules }) => rules.includes(pair[0][1])),
        failures.findIndex(({ rules }) => rules.includes(pair[1][1])),
      )
    })
  }
})
