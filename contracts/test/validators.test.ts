/** The checks accept what the schemas describe, and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalogue } from '@plant-store/contracts'
import { isPlant, isPlants, isPlantStoreError } from '@plant-store/contracts/validators'

const cases = [
  { check: isPlant, right: { name: 'Alder' }, why: 'a plant without a tag' },
  { check: isPlant, right: { name: 'Alder', tag: 'Alnus' }, why: 'a plant with a tag' },
  { check: isPlant, right: { name: '', tag: '' }, why: 'empty texts: they are texts' },
  { check: isPlant, right: { name: 'Alder', unheardOf: 20 }, why: 'a member that a later version may add' },
  { check: isPlant, wrong: { tag: 'Alnus' }, why: 'no name' },
  { check: isPlant, wrong: { name: null }, why: 'a name that is null' },
  { check: isPlant, wrong: { name: 'Alder', tag: null }, why: 'a tag that is null' },
  { check: isPlant, wrong: { name: 'Alder', tag: 1 }, why: 'a tag that is a number' },
  { check: isPlant, wrong: [{ name: 'Alder' }], why: 'a list' },
  { check: isPlants, right: [], why: 'no plants' },
  { check: isPlants, right: [{ name: 'Alder' }, { name: 'Banana', tag: 'Musa' }], why: 'two plants' },
  { check: isPlants, wrong: { name: 'Alder' }, why: 'a plant alone' },
  { check: isPlants, wrong: [{ name: 'Alder' }, {}], why: 'a list with one wrong plant, the last' },
  { check: isPlants, wrong: undefined, why: 'nothing' },
  { check: isPlantStoreError, right: { error: 2_147_483_647, message: '' }, why: 'the greatest number' },
  { check: isPlantStoreError, right: { error: -2_147_483_648, message: '' }, why: 'the smallest number' },
  { check: isPlantStoreError, wrong: { error: 2_147_483_648, message: '' }, why: 'a number above int32' },
  { check: isPlantStoreError, wrong: { error: -2_147_483_649, message: '' }, why: 'a number below int32' },
  { check: isPlantStoreError, wrong: { error: 40001.5, message: '' }, why: 'a fraction' },
  { check: isPlantStoreError, wrong: { error: '40001', message: '' }, why: 'a number as a text' },
  { check: isPlantStoreError, wrong: { error: 40001 }, why: 'no message' },
  { check: isPlantStoreError, wrong: { message: '' }, why: 'no number' },
]

for (const { check, why, ...given } of cases) {
  const expected = 'right' in given
  test(`${check.name} ${expected ? 'accepts' : 'refuses'} ${why}`, () => {
    assert.equal(check(expected ? given.right : given.wrong), expected)
  })
}

test('every cause of the catalogue makes a right Error, numbered after its status and used once', () => {
  const entries = Object.values(errorCatalogue)
  for (const { error, status, message } of entries) {
    assert.ok(isPlantStoreError({ error, message }))
    assert.equal(Math.floor(error / 100), status)
  }
  assert.equal(new Set(entries.map(({ error }) => error)).size, entries.length)
  assert.equal(new Set(entries.map(({ message }) => message)).size, entries.length)
})
