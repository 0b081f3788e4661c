/** How durations, times and ids on the command line are read. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { parseDuration, parseExpiry, parseId } from '../../src/command/arguments/parse.ts'

describe('a duration', () => {
  it('is a whole number and a unit', () => {
    const cases = {
      '0s': 0,
      '45s': 45_000,
      '30m': 1_800_000,
      '24h': 86_400_000,
      '90d': 7_776_000_000,
      '2w': 1_209_600_000,
    }
    for (const [written, meantMs] of Object.entries(cases)) assert.equal(parseDuration(written), meantMs)
  })

  it('is refused in any other form', () => {
    for (const wrong of ['', '5', 'd', '-1d', '1.5h', '1 d', '1D', '1y', '1d1h', '1dx', '1234567d']) {
      assert.throws(() => parseDuration(wrong), InvalidArgumentError, wrong)
    }
  })
})

describe('an expiry', () => {
  const now = new Date('2027-01-01T00:00Z')

  it('is a duration from now, a day, a moment, or never', () => {
    const cases = {
      '90d': '2027-04-01T00:00:00.000Z',
      '2027-01-31': '2027-01-31T00:00:00.000Z',
      '2028-02-29': '2028-02-29T00:00:00.000Z',
      '2027-01-31T09:30Z': '2027-01-31T09:30:00.000Z',
      '2027-01-31T09:30:15+02:00': '2027-01-31T07:30:15.000Z',
    }
    for (const [written, meant] of Object.entries(cases)) {
      assert.deepEqual(parseExpiry(written, now), new Date(meant))
    }
    assert.equal(parseExpiry('never', now), 'never')
  })

  it('is refused if it has passed or does not exist', () => {
    const wrong = [
      '2026-12-31',
      '2027-01-01',
      '0d',
      '2027-02-29',
      '2027-13-01',
      '2027-01-31T25:00Z',
      'soon',
      '2027',
      '01/02/2028',
    ]
    for (const written of wrong) assert.throws(() => parseExpiry(written, now), InvalidArgumentError, written)
  })
})

describe('an id', () => {
  it('is a positive whole number in plain digits', () => {
    assert.equal(parseId('7'), 7)
    for (const wrong of ['', '0', '-1', '07', '1.5', '1e3', '0x1', ' 1', '9007199254740993']) {
      assert.throws(() => parseId(wrong), InvalidArgumentError, wrong)
    }
  })
})
