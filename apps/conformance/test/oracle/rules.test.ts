/** The table of rules: each names its place in openapi.yaml, and states its origin correctly. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { readContract } from '../../src/contract/document.ts'
import { ruleById, rules } from '../../src/rules/rules.ts'

const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))
const contract = readContract()
const document: unknown = parse(await readFile(file, 'utf8'))

/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
function valueAt(pointer: string): unknown {
  let value = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  }
  return value
}

describe('the table of rules', () => {
  it('gives each rule a name of its own, by which it is found', () => {
    const names = rules.map(({ id }) => id)
    assert.deepEqual(names, [...new Set(names)])
    assert.deepEqual(
      names.filter((name) => !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)),
      [],
    )
    assert.deepEqual(
      rules.map(({ id }) => ruleById(id)),
      rules,
    )
    assert.throws(() => ruleById('no-such-rule'), RangeError)
  })

  it('says each rule in one sentence, and no sentence twice', () => {
    const sentences = rules.map(({ sentence }) => sentence)
    assert.deepEqual(sentences, [...new Set(sentences)])
    assert.deepEqual(
      sentences.filter((sentence) => !/^\S.*\.$/.test(sentence)),
      [],
    )
  })

  for (const rule of rules) {
    const { id, pointer, words } = rule
    it(`${id} stands where it says, once, and on the reported line`, () => {
      const value = valueAt(pointer)
      const [first = ''] = (words ?? pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '')
        .trim()
        .split(/\s+/)
      const line = contract.lines[contract.lineOf(rule) - 1]
      assert.ok(line?.includes(first), `${line} has no ${first}`)
      assert.ok(words !== undefined || !String(value).includes('\n'), 'a long text needs words')
      if (words !== undefined) {
        assert.equal(String(value).split(words).length - 1, 1, `${JSON.stringify(words)} at ${pointer}`)
      }
    })
  }
})

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
/** The words of the given contract; all others complete it. */
const given = (valueAt('/x-given') as readonly string[]).map((text) => inOneLine(text))

/** The original contract contains this rule too; openapi.yaml says it in its own words. */
const givenElsewhere = new Set(['tag-absent-where-none'])

describe('the origin of a rule', () => {
  for (const { id, pointer, words, origin } of rules) {
    if (words !== undefined && typeof valueAt(pointer) === 'string' && !givenElsewhere.has(id)) {
      it(`${id} is ${origin}, as the document says`, () => {
        assert.equal(
          given.some((text) => text.includes(inOneLine(words))),
          origin === 'given',
        )
      })
    }
  }
})
