/** What consumers may import. Adding or removing a name here is a decision, not an accident. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('the package exports these names', async () => {
  assert.deepEqual(Object.keys(await import('@plant-store/contracts')), [
    'canonicalDecimal',
    'contractVersion',
    'errorCatalogue',
  ])
})

test('the schemas are a subpath of their own, the only one that needs TypeBox', async () => {
  assert.deepEqual(Object.keys(await import('@plant-store/contracts/schemas')), [
    'ListPlantsQuery',
    'Plant',
    'PlantStoreError',
    'Plants',
    'listPlants',
    'operations',
  ])
})

test('the validators are a subpath of their own', async () => {
  assert.deepEqual(Object.keys(await import('@plant-store/contracts/validators')), [
    'assertPlant',
    'assertPlantStoreError',
    'assertPlants',
    'isPlant',
    'isPlantStoreError',
    'isPlants',
  ])
})

test('these are the paths that can be imported, and they need no dependency', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const manifest = JSON.parse(text) as Record<string, Record<string, string>>
  assert.deepEqual(Object.keys(manifest['exports'] ?? {}), [
    '.',
    './errors',
    './schemas',
    './validators',
    './for-generators',
    './openapi.yaml',
    './vectors/*',
  ])
  assert.deepEqual(Object.keys(manifest['dependencies'] ?? {}), [])
})
