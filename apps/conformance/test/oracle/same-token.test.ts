/** Which tokens may be taken for each other, since libraries decode them to the same. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameDecoded } from '../../src/oracle/same-token.ts'

const uuid = '7d1b6c3e-4f0a-4b8e-9c52-e1d7a06f3b94'

describe('tokens that decode to the same', () => {
  for (const [accepted, other] of [
    [uuid, uuid.toUpperCase()],
    [uuid, uuid.replaceAll('-', '')],
    // 22 characters of base64url are 132 bits, of which 128 count.
    ['AAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAB'],
    ['AAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ['eyJhbGciOiJIUzI1NiJ9.e30.AA', 'eyJhbGciOiJIUzI1NiJ9.e30.A~A'],
  ] as const) {
    it(`${accepted} and ${other}`, () => assert.ok(isSameDecoded(accepted, other)))
  }
})

describe('tokens that do not', () => {
  for (const [accepted, other] of [
    [uuid, `${uuid}-`],
    [uuid, uuid.replace('7', '8')],
    [uuid, uuid.replace('-', '--')],
    // Without dashes, nothing says that it is a UUID.
    [uuid.replaceAll('-', ''), uuid.toUpperCase()],
    [uuid.replaceAll('-', ''), uuid.replaceAll('-', '').toUpperCase()],
    ['AAAAAAAAAAAAAAAAAAAAAA', 'BAAAAAAAAAAAAAAAAAAAAA'],
    ['eyJhbGciOiJIUzI1NiJ9.e30.AA', 'eyJhbGciOiJIUzI1NiJ9.e31.AA'],
  ] as const) {
    it(`${accepted} and ${other}`, () => assert.ok(!isSameDecoded(accepted, other)))
  }
})
