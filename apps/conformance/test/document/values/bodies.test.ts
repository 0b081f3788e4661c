/** Values in bodies: what is written is read again, and what readers differ on is open. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { rightBodies, writeBody, wrongBodies } from '../../../src/document/values/bodies.ts'
import { readBody } from '../../../src/document/values/read.ts'
import { bodyOf, contractWith } from './contract.ts'

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    photo: { type: 'string', format: 'binary' },
  },
  additionalProperties: false,
} as const

describe('a body', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.stringMatching(/^[a-z]{1,4}$/))
  const anyPerson = fc.record(
    { name: text, age: fc.integer(), tags: fc.array(text, { minLength: 1, maxLength: 3 }) },
    { requiredKeys: ['name'] },
  )
  for (const [mediaType, schema, values] of [
    ['application/json', person, fc.jsonValue()],
    ['application/problem+json', person, fc.jsonValue()],
    ['application/x-www-form-urlencoded', person, anyPerson],
    ['text/plain', { type: 'string' }, text],
  ] as const) {
    it(`of type ${mediaType} is read as it was written, or open`, () => {
      const declared = bodyOf(mediaType)
      const [content] = declared.contents
      assert.ok(content !== undefined)
      fc.assert(
        fc.property(values as fc.Arbitrary<unknown>, (value) => {
          const contract = contractWith(schema)
          const written = writeBody(contract, content, value)
          assert.ok(written !== undefined)
          const reading = readBody(contract, declared, {
            fields: [['Content-Type', written.mediaType ?? '']],
            body: written.body,
          })
          const texts = typeof value === 'string' ? [value] : Object.values(value ?? {}).flat()
          const isPlain = texts.every((each) => /^"?[a-z\d-]+"?$/.test(JSON.stringify(each)))
          if ((reading === 'open' && !isPlain) || written.body === '') return
          assert.deepEqual(reading, { value: JSON.parse(JSON.stringify(value)), content })
        }),
      )
    })
  }

  it('is wrong in all the ways that there are', () => {
    const contract = contractWith(person)
    const [right = { body: '', value: {} }] = rightBodies(contract, bodyOf('application/json'))
    const wrong = wrongBodies(contract, bodyOf('application/json')).map(({ body }) => body)
    assert.deepEqual(wrong.slice(0, 6), [
      '',
      right.body,
      '',
      'abc',
      right.body.slice(0, -1),
      `${right.body}x`,
    ])
    const values = wrong.slice(6).map((body): unknown => JSON.parse(body))
    const { name: _name, ...nameless } = JSON.parse(right.body)
    const members = { name: 7, age: 'abc', tags: [7], photo: 7, unexpected: 'abc' }
    const each = Object.entries(members).map((one) =>
      Object.assign({}, right.value, Object.fromEntries([one])),
    )
    for (const due of [...each, nameless, 'abc', 7, null, []])
      assert.ok(
        values.some((value) => isDeepStrictEqual(value, due)),
        JSON.stringify(due),
      )
  })

  it('is open where readers differ', () => {
    const contract = contractWith(person)
    const declared = bodyOf('application/json', 'application/x-www-form-urlencoded')
    const reading = (type: string, body: string): unknown =>
      readBody(contract, declared, { fields: type === '' ? [] : [['content-type', type]], body })
    assert.equal(reading('', '{}'), 'open')
    assert.equal(reading('application/json; charset=latin1', '{}'), 'open')
    assert.equal(reading('application/x-www-form-urlencoded', 'name=a&name=b'), 'open')
    assert.equal(reading('application/x-www-form-urlencoded', 'name='), 'open')
    assert.equal(reading('application/json', '{'), 'wrong')
    assert.equal(reading('text/css', '{'), 'open')
    assert.equal(reading('application/json', ''), 'absent')
    assert.equal(
      readBody(
        contract,
        { ...declared, isRequired: false },
        { fields: [['Content-Type', 'application/json']] },
      ),
      'open',
    )
  })
})
