/** What a person is told about the mutants. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { describeMutants } from '../run/describe.ts'
import type { MutantsOutcome } from '../run/run.ts'
import { mutant, outcomeWith, result, row, variant } from './outcome.ts'

/** One mutant caught, one that survived, and correct servers: one accused, one not judged, and one that is neither. */
const allKinds: Partial<MutantsOutcome> = {
  matrix: {
    checks: ['sessions/a', 'sessions/b', 'prism/a', 'prism/b'],
    notReached: 0,
    rows: [
      { ...row, mutant: 'wrong-status', caughtBy: ['sessions/a', 'sessions/b', 'prism/a', 'prism/b'] },
      { ...row, mutant: 'wrong-body', isFine: false, caughtBy: [] },
      { ...row, mutant: 'right', class: 'variant', breaks: false, isFine: false },
      { ...row, mutant: 'right-and-mute', class: 'variant', breaks: false, isFine: false, caughtBy: [] },
      { ...row, mutant: 'right-too', class: 'variant', breaks: false, caughtBy: [] },
    ],
  },
  survivors: [{ mutant, result: result('conforms') }],
  accused: [{ mutant: variant, result: result('breaks') }],
}

describe('mutants', () => {
  test('are summed up by class', () => {
    const text = describeMutants(outcomeWith(allKinds), new PassThrough())
    assert.match(text, /^status +2 +1 +5 ms +5 ms$/m)
    assert.match(
      text,
      /\n1 of 2 servers with a fault were caught, 1 of 3 correct ones accused: 1 trial in 1\.0 s\.\n$/,
    )
  })
  test('are summed up by how many failures each was reported as', () => {
    const rows = [
      { ...row, mutant: 'one', failures: ['One.'] },
      { ...row, mutant: 'other', trigger: 'load', failures: ['One.'] },
      { ...row, mutant: 'several', trigger: 'load', failures: ['One.', 'Two.', 'Three.'] },
    ] as const
    const text = describeMutants(
      outcomeWith({ matrix: { checks: ['sessions/a'], notReached: 0, rows } }),
      new PassThrough(),
    )
    assert.match(
      text,
      /^2 of 3 faults were reported as one failure \(66 %\)\.\n {2}several: 3 failures\n {4}One\.\n {4}Two\.\n {4}Three\.$/m,
    )
  })
  test('are summed up with how many there was no time for', () => {
    const matrix = { checks: ['sessions/a'], notReached: 3, rows: [{ ...row, mutant: mutant.id }] }
    const outcome = outcomeWith({ matrix, isFine: true, results: [{ ...result('breaks'), isAlone: true }] })
    const text = describeMutants(outcome, new PassThrough())
    assert.match(text, /0 of 0 correct ones accused, no time for 3 more: 1 trial in 1\.0 s\.\n$/)
  })
  test('that came out wrong are listed by name, fault and reason; nothing in them can steer a terminal', () => {
    const survivor = { mutant, result: { ...result('conforms'), summary: 'Why\u001B[2J.' } }
    const text = describeMutants(outcomeWith({ survivors: [survivor] }), new PassThrough())
    const told = `${mutant.id} (${mutant.class}, ${mutant.origin}, seed 1): ${mutant.fault}\n    Why`
    assert.ok(text.includes(`Survived, though it breaks the contract:\n  ${told}`), text)
    assert.ok(!text.includes('\u001B[2J'), text)
  })
})
