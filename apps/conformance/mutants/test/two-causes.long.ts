/**
 * Two causes in one server are two failures. Only this finds that real findings of two faults, of which one touches every
 * answer, are told as one, or as three.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rules } from '../../plant-store/rules.ts'
import { findFailures } from '../../src/run/failures.ts'
import { evidenceOf } from '../../test/run/bench.ts'
import { tryChecker } from '../../test/sessions/trial.ts'
import { mutantById } from '../catalogue.ts'

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
  [
    ['one-tag', 'etag-names-the-list'],
    ['id-missing', 'request-id-sent'],
  ],
] as const

/** After so many requests every value was tried. */
const requests = 4000

describe('two faults in one server are two failures', () => {
  for (const pair of pairs) {
    const id = pair.map(([fault]) => fault).join('+')
    it(id, async () => {
      const { findings } = await tryChecker(mutantById(id).change, requests)
      const failures = findFailures(evidenceOf(rules, findings), { operations: [] })
      const told = failures.map((failure) => `${failure.headline} ${failure.rules.join(', ')}`).join('\n')
      const places = pair.map(([, rule]) => failures.filter((failure) => failure.rules.includes(rule)))
      assert.deepEqual([failures.length, ...places.map(({ length }) => length)], [2, 1, 1], told)
      assert.notEqual(places[0], places[1], told)
    })
  }
})
