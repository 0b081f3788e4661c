/** What changed between the first words and the second is shown by the request that it was about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFirstFaults } from '../../src/court/first-faults.ts'
import { subjectAt } from './bench.ts'

test('the request without a token is shown without one, however many callers there are', () => {
  const callers = Array.from({ length: 7 }, (_, index) => ({ token: `token-of-caller-${index}` }))
  const answers = (last: string) => ({ answers: [...Array.from({ length: 5 }, () => '200 []'), last] })
  const [finding] = findFirstFaults(
    subjectAt('http://127.0.0.1:1', { callers }),
    answers('403'),
    answers('401'),
  )
  assert.match(finding?.came ?? '', /403/)
  assert.doesNotMatch(finding?.curl ?? '', /TOKEN/)
})
