/** One character stands for one octet. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toOctets } from '../src/octets.ts'

describe('octets', () => {
  it('are what the characters of a string stand for, one each', () => {
    assert.deepEqual([...toOctets('A\0\xFF')], [65, 0, 255])
  })

  it('are refused where a character is more than one', () => {
    assert.throws(() => toOctets('a€'), {
      name: 'RangeError',
      message: '"€" is not one octet: encode it first.',
    })
  })
})
