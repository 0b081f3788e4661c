/** The table of rules: each names its place in openapi.yaml, and states its origin correctly. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ValuePointer } from '@sinclair/typebox/value'
import { ownContract } from '../../plant-store/contract.ts'
import { ruleById, rules } from '../../plant-store/rules.ts'

const lines = ownContract.text.split('\n')
const valueAt = (pointer: string): unknown => ValuePointer.Get(ownContract.document, pointer)

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
/** The words of the given contract; all others complete it. */
const given = (valueAt('/x-given') as readonly string[]).map((text) => inOneLine(text))

/** The original contract contains this rule too; openapi.yaml says it in its own words. */
const givenElsewhere = new Set(['tag-absent-where-none'])

describe('the table of rules', () => {
  it('gives each rule a name and one sentence of its own, by which it is found', () => {
    for (const rule of rules) {
      assert.match(rule.id, /^[a-z\d]+(?:-[a-z\d]+)*$/)
      assert.match(rule.sentence, /^\S.*\.$/)
      assert.equal(ruleById(rule.id), rule)
    }
    assert.equal(new Set(rules.map(({ sentence }) => sentence)).size, rules.length)
    assert.throws(() => ruleById('no-such-rule'), RangeError)
  })

  it('has three layers: HTTP with a clause for each rule, the structure of the document, and sentences', () => {
    for (const { id, layer, source, pointer } of rules) {
      const isSentence = pointer.endsWith('/description')
      assert.equal(layer, source === undefined ? (isSentence ? 'profile' : 'document') : 'http', id)
      assert.match(source ?? 'RFC 9110, 1', /^RFC (?:6750|8259|911[012]), \d+(?:\.\d+)*$/)
    }
    assert.equal(new Set(rules.map(({ layer }) => layer)).size, 3)
  })

  for (const rule of rules) {
    const { id, pointer, words, origin, line = 0 } = rule
    it(`${id} stands on the reported line, and is ${origin}`, () => {
      const value = valueAt(pointer)
      const [first = ''] = (words ?? pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '').split(/\s+/)
      const text = lines[line - 1]
      assert.ok(text?.includes(first), `${text} has no ${first}`)
      const whole = typeof value === 'string' ? value : ''
      assert.equal(whole.split(words ?? '\n').length, words === undefined ? 1 : 2, `${words} at ${pointer}`)
      if (words === undefined || givenElsewhere.has(id)) return
      const isGiven = given.some((one) => one.includes(inOneLine(words)))
      assert.equal(isGiven, origin === 'given')
    })
  }
})
