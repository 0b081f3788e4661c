/** A place in a document is found at its line. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseContract } from '../../src/contract/contract-lines.ts'

describe('places', () => {
  const contract = parseContract(
    'a:\n  b/c: first\n  list:\n    - x\n    - y: |\n        one\n        two three\n        four\n',
  )

  test('a pointer leads to the line of its key', () => {
    assert.equal(contract.lineOf({ pointer: '/a/b~1c' }), 2)
  })
  test('an item of a list is found by its number', () => {
    assert.equal(contract.lineOf({ pointer: '/a/list/1' }), 5)
  })
  test('words are found where they begin, even across the end of a line', () => {
    assert.equal(contract.lineOf({ pointer: '/a/list/1/y', words: 'three four' }), 7)
  })
  test('words elsewhere in the document do not count', () => {
    assert.throws(
      () => contract.lineOf({ pointer: '/a/b~1c', words: 'two three' }),
      /does not say "two three"/,
    )
  })
  test('a pointer that leads nowhere is named', () => {
    assert.throws(() => contract.lineOf({ pointer: '/a/z' }), /nothing at \/a\/z: "z" is missing/)
  })
})
