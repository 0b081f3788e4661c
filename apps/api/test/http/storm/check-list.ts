/** Checks how a list ended. */
import assert from 'node:assert/strict'
import type { ListEnd } from './read-list.ts'

/** Asserts that nobody could take the list for a whole one. */
export function assertBroken({ isWhole, text }: ListEnd, version = '1.1'): void {
  assert.ok(text.startsWith('['), `the list begins with ${text.slice(0, 80)}`)
  assert.ok(!text.includes(']'), 'the array is closed')
  assert.ok(!isWhole || version === '1.0', 'HTTP says that the list is whole')
}

/** Asserts that the list is broken off, or is exactly one of the states that it had. */
export function assertOneMoment(end: ListEnd, states: readonly string[], version?: string): void {
  if (end.isWhole && end.text.endsWith(']')) {
    const { length } = end.text
    const lengths = states.map((state) => state.length).join(', ')
    assert.ok(
      states.includes(end.text),
      `a whole list of ${length} bytes; those of one moment have ${lengths}`,
    )
  } else {
    assertBroken(end, version)
  }
}
