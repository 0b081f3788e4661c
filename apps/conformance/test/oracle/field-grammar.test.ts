/** Which fields break the grammar of HTTP, and which are only odd. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { hasMalformedField } from '../../src/oracle/field-grammar.ts'

const isMalformed = (...field: Field): boolean =>
  hasMalformedField({ method: 'GET', target: '/', fields: [field] })

const odd: readonly Field[] = [
  ['If-None-Match', '*'],
  ['If-None-Match', ', "a" ,,\tW/"\\",'],
  ['If-None-Match', ''],
  ['Accept', 'a/b;c="d, \\"e", */*;q=0.5,'],
  ['Accept-Language', 'de-CH-1996;q=0.1, *'],
  ['Cache-Control', 'max-age=0, x="y, z"'],
  ['If-Modified-Since', 'Sunday, 06-Nov-94 08:49:37 GMT'],
  ['Range', 'lines=1-'],
  ['X-Unknown', '"'],
  ['Cookie', '"'],
]

const malformed: readonly Field[] = [
  ['If-None-Match', 'a'],
  ['If-None-Match', '"a'],
  ['If-None-Match', '*, "a"'],
  ['Accept', 'x'],
  ['Accept', 'a/b;'.concat('"')],
  ['Accept-Language', '"'],
  ['Cache-Control', 'a b'],
  ['If-Modified-Since', 'yesterday'],
  ['Range', '1-2'],
  ['Max-Forwards', '-1'],
]

describe('a field', () => {
  for (const [name, value] of odd)
    it(`is only odd: ${name}: ${value}`, () => assert.equal(isMalformed(name, value), false))
  for (const [name, value] of malformed)
    it(`breaks the grammar: ${name}: ${value}`, () => assert.equal(isMalformed(name, value), true))
})
