/** A breach that the very first requests alone show is told with the request that it was about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFirstBreaches } from '../../src/court/preflight.ts'
import { subjectAt } from './bench.ts'

const callers = Array.from({ length: 7 }, (_, index) => ({ token: `token-of-caller-${index}` }))
const subject = subjectAt('http://127.0.0.1:1', { callers })

/** What five callers and nobody got. */
const got = (first: string, last: string) => ({
  answers: [first, ...Array.from({ length: 4 }, () => '200 []'), last],
})

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
