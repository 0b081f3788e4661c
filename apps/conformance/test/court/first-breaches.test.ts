/** A breach that only the very first requests show is reported with the request that it was about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFirstBreaches } from '../../src/court/first-breaches.ts'
import type { Preflight } from '../../src/court/preflight.ts'
import { subjectAt } from './bench.ts'

const callers = Array.from({ length: 7 }, (_, index) => ({ token: `token-of-caller-${index}` }))
const subject = subjectAt('http://127.0.0.1:1', { callers })

/** What five callers and a client without a token got. */
const got = (first: string, last: string, { isUntold = false, twin = first } = {}): Preflight => ({
  noResponse: undefined,
  isStarting: false,
  failed: undefined,
  refusedWith: undefined,
  isUntold,
  answers: [first, ...middle, last],
  twins: [twin, ...middle, last],
})
const middle = Array.from({ length: 4 }, () => '200 []')

test('the request without a token is shown without one, however many callers there are', () => {
  const [finding] = findFirstBreaches(subject, got('200 []', '403'), got('200 []', '401'))
  assert.match(finding?.came ?? '', /403/)
  assert.equal(finding?.curl, "curl -si 'http://127.0.0.1:1/plants?limit=1'")
})

test('the request of a caller is shown with the name of the token', () => {
  const [finding] = findFirstBreaches(subject, got('500', '401'), got('200 []', '401'))
  assert.equal(
    finding?.curl,
    `curl -si -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:1/plants?limit=1'`,
  )
})

test('a service that is not ready says when to try again (RFC 9110, 10.2.3)', () => {
  const later = got('200 []', '401')
  assert.equal(findFirstBreaches(subject, got('503', '503'), later).length, 0)
  const rules = findFirstBreaches(subject, got('503', '503', { isUntold: true }), later).map(
    ({ rule }) => rule,
  )
  assert.deepEqual(rules, ['retry-after-503'])
  const given = { ...subject, only: 'given' as const }
  assert.equal(findFirstBreaches(given, got('503', '503', { isUntold: true }), later).length, 0)
})

test('two equal requests at the same time both get the same answer as later', () => {
  const later = got('200 [1]', '401')
  assert.equal(findFirstBreaches(subject, got('200 [1]', '401'), later).length, 0)
  const rules = findFirstBreaches(subject, got('200 [1]', '401', { twin: '200 []' }), later).map(
    ({ rule }) => rule,
  )
  assert.deepEqual(rules, ['equal-requests-equal-answers'])
})
