/** One character stands for one octet. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toOctets } from '../src/octets.ts'

describe('octets', () => {
  it('are what the characters of a string stand for, one each', () => {
    assert.deepEqual([...toOctets('A\0\xFF')], [65, 0, 255])
  })

  it('are refused where a character is more than one, which the message shows whole', () => {
    for (const character of ['€', '\u{1F331}']) {
      assert.throws(() => toOctets(`a${character}`), {
        name: 'RangeError',
        message: `"${character}" is not one octet: encode it first.`,
      })
    }
  })
})
