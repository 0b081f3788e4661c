/** Every rule leads to the line of openapi.yaml that says it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseContract, readContract } from '../../src/contract/contract-lines.ts'
import { rules } from '../../src/rules/rules.ts'

describe('the line of a rule', () => {
  const contract = readContract()

  for (const rule of rules) {
    test(`${rule.id} stands in the contract`, () => {
      const line = contract.lineOf(rule)
      const [, key = ''] = /([^/]+)$/.exec(rule.pointer) ?? []
      const first = (rule.words ?? key.replaceAll('~1', '/')).trim().split(/\s+/)[0] ?? ''
      assert.ok(
        contract.lines[line - 1]?.includes(first),
        `line ${line} has ${JSON.stringify(contract.lines[line - 1])}, not ${JSON.stringify(first)}`,
      )
    })
  }
})

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
  test('words are found where they begin, also across the end of a line', () => {
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
