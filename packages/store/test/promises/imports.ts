/** What a store promises about imports. */
import assert from 'node:assert/strict'
import { readRecords, type Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { bytesOf, importText, type Promises } from './world.ts'

const added = (count: number): object => ({
  lines: count,
  added: count,
  updated: 0,
  unchanged: 0,
  problems: 0,
})

async function plantRecords(store: Store): Promise<string[]> {
  const plants = await collect(store.plants({ all: true }))
  return plants.map(({ key, name, tag }) => [name, tag, key].join('|'))
}

const lines = (...values: readonly object[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n')

async function* broken(): AsyncGenerator<Uint8Array> {
  yield* bytesOf('{"name":"Rose"}\n')
  throw new Error('the disk was pulled out')
}

function fifty(mark: string): string {
  return lines(...Array.from({ length: 50 }, (_, at) => ({ name: `${mark}${at}` })))
}

export const importPromises: Promises = {
  'a file that can no longer be read changes nothing, and fails like its stream': async ({ store }) => {
    await assert.rejects(
      store.importPlants(readRecords(broken(), 'ndjson'), () => undefined),
      /pulled out/,
    )
    assert.deepEqual(await plantRecords(store), [])
    await assert.rejects(
      store.importPlants(readRecords(bytesOf('x'), 'ndjson'), () => {
        throw new Error('enough')
      }),
      /enough/,
    )
  },
  'two simultaneous imports both succeed': async ({ store }) => {
    const outcomes = await Promise.all(
      ['a', 'b'].map((mark) => importText(store, 'importPlants', fifty(mark))),
    )
    assert.deepEqual(outcomes, [added(50), added(50)])
    assert.equal((await plantRecords(store)).length, 100)
  },
}
