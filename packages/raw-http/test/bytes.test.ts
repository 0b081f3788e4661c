/** One character stands for one byte. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toBytes } from '../src/bytes.ts'

describe('bytes', () => {
  it('are what the characters of a string stand for, one each', () => {
    assert.deepEqual([...toBytes('A\0\xFF')], [65, 0, 255])
  })

  it('are refused where a character is more than one, which the message shows whole', () => {
    for (const character of ['€', '\u{1F331}']) {
      assert.throws(() => toBytes(`a${character}`), {
        name: 'RangeError',
        message: `"${character}" is not one byte: encode it first.`,
      })
    }
  })
})
