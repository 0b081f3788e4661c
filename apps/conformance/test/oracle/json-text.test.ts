/** The reader of JSON sees everything that a lenient one forgives. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readJson } from '../../src/oracle/json-text.ts'

const faultsOf = (text: string, encoding: BufferEncoding = 'utf8'): readonly string[] =>
  readJson(Buffer.from(text, encoding)).faults

describe('a body of JSON', () => {
  it('is read as JSON.parse reads it, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, space) => {
        const text = `\n ${JSON.stringify(value, undefined, space)}\r\n`
        const read = readJson(Buffer.from(text))
        assert.deepEqual(read.value, JSON.parse(text))
        assert.deepEqual(read.faults, [])
      }),
    )
  })

  it('has no repeated member, however the name is spelled, at any depth', () => {
    assert.match(String(faultsOf('[{"name":"a","name":"b"}]')), /"name" comes twice/)
    assert.match(String(faultsOf(String.raw`[{"name":"a","n\u0061me":"a"}]`)), /"name" comes twice/)
    assert.match(String(faultsOf('{"a":[{"b":{"c":1,"c":2}}]}')), /"c" comes twice/)
    assert.deepEqual(
      faultsOf(String.raw`[{"name":"a\",\"name\":"},{"name":"{\"name\":1,\"name\":2}"},{"a":{"a":"a"}}]`),
      [],
    )
  })

  it('is UTF-8 without a byte-order mark, and one text with nothing after it', () => {
    assert.match(String(faultsOf('\uFEFF[]')), /byte-order mark/)
    assert.match(String(faultsOf('["é"]', 'latin1')), /not UTF-8/)
    assert.match(String(faultsOf('[]', 'utf16le')), /not one JSON text/)
    assert.match(String(faultsOf('[] []')), /not one JSON text/)
    assert.match(String(faultsOf('{"a":1}\n{"a":2}')), /not one JSON text/)
    assert.match(String(faultsOf('[{"name":"a"')), /not one JSON text/)
    assert.match(String(faultsOf('')), /empty/)
  })
})
