/** Values in bodies: what is written is read again, and what readers differ on is open. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { rightBodies, wrongBodies } from '../../../src/document/values/candidates.ts'
import { readBody } from '../../../src/document/values/read-body.ts'
import { writeBody } from '../../../src/document/values/write-body.ts'
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
    ['multipart/form-data', person, anyPerson],
    ['text/plain', { type: 'string' }, text],
    [
      'application/octet-stream',
      { type: 'string', format: 'binary' },
      fc.string({ unit: 'grapheme', minLength: 1 }),
    ],
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
    const wrong = wrongBodies(contractWith(person), bodyOf('application/json'))
    assert.deepEqual(
      new Set(wrong.map(({ description }) => description)),
      new Set([
        'no body',
        'of a media type that is not declared',
        'an empty body',
        'no JSON at all',
        'JSON that is cut short',
        'a text in place of an object',
        'a whole number in place of an object',
        'null in place of an object',
        'an array in place of an object',
        'without "name"',
        'with a member that the schema does not allow',
        ...[
          'a whole number in place of a text',
          'null in place of a text',
          'an object in place of a text',
          'an array in place of a text',
        ].flatMap((what) => [`${what} at /name`, `${what} at /photo`, `${what} at /tags/0`]),
        ...['a text', 'null', 'a number', 'an object'].map(
          (what) => `${what} in place of a whole number at /age`,
        ),
        ...['a text', 'a whole number', 'null', 'an object'].map(
          (what) => `${what} in place of an array at /tags`,
        ),
      ]),
    )
  })

  for (const mediaType of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    it(`as ${mediaType} has right and wrong ones`, () => {
      const contract = contractWith(person)
      assert.ok(rightBodies(contract, bodyOf(mediaType)).length > 3)
      const wrong = wrongBodies(contract, bodyOf(mediaType)).map(({ description }) => description)
      for (const due of [
        'without "name"',
        'a text in place of a whole number at /age',
        'with a member that the schema does not allow',
        'no body',
      ]) {
        assert.ok(wrong.includes(due), `${due}: ${JSON.stringify(wrong)}`)
      }
    })
  }

  it('is open where readers differ', () => {
    const contract = contractWith(person)
    const declared = bodyOf('application/json', 'application/x-www-form-urlencoded')
    const reading = (type: string, body: string): unknown =>
      readBody(contract, declared, { fields: type === '' ? [] : [['content-type', type]], body })
    assert.equal(reading('', '{}'), 'open')
    assert.equal(reading('application/json; charset=latin1', '{}'), 'open')
    assert.equal(reading('application/json', '{"name":"a","name":"b"}'), 'open')
    assert.equal(reading('application/x-www-form-urlencoded', 'name=a&name=b'), 'open')
    assert.equal(reading('application/x-www-form-urlencoded', 'name='), 'open')
    assert.deepEqual(reading('application/json', '{'), { fault: 'not JSON', keyword: '/body/content/x' })
    assert.deepEqual(reading('text/css', '{'), {
      fault: 'of the media type text/css, which is not declared',
      keyword: '/body/content',
    })
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
