/** The table of rules that are broken because others are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followers } from '../../src/court/followers.ts'
import { findRootCauses } from '../../src/court/root-causes.ts'
import { rules } from '../../src/rules/rules.ts'
import { asked, each } from './found.ts'

test('all of its rules exist', () => {
  const known = new Set(rules.map(({ id }) => id))
  const named = [...followers.keys(), ...[...followers.values()].flat()]
  assert.deepEqual(
    named.filter((rule) => !known.has(rule)),
    [],
  )
})

test('no rule is broken because of itself, through however many others', () => {
  const leadersOf = (rule: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const leader of followers.get(rule) ?? []) {
      if (!found.has(leader)) leadersOf(leader, found.add(leader))
    }
    return found
  }
  assert.deepEqual(
    [...followers.keys()].filter((rule) => leadersOf(rule).has(rule)),
    [],
  )
})

test('what a caller gets that is not theirs is a failure of its own, whatever else would explain it', () => {
  const findings = [
    ...each(500, 'authorization-once', 'malformed-request-400', 'unknown-token-refused'),
    asked('sees-own-plants-only', '/plants', 200),
  ]
  assert.deepEqual(
    findRootCauses(rules, findings).map(({ headline, findings: own }) => [headline, own.length]),
    [
      ['A caller gets plants that only others have access to.', 1],
      ['Requests are answered with 500.', 3],
    ],
  )
})
