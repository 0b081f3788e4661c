/**
 * Killed at any moment, the store loses nothing that it has acknowledged and keeps nothing half-done. Only this finds a
 * change that is committed in two parts, or a file that has its name before it is whole.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { backup, openStore, type Store } from '../../src/index.ts'
import { batch, linesOf, start, type Work } from './run-program.ts'
import { importText } from '../promises/world.ts'
import { temporaryDatabase } from './temporary.ts'

const rounds = 3

/** Lets a process work from `from` on, kills it at some moment, and returns the last number that it acknowledged. */
async function killAtWork(work: Work, database: string, from: number): Promise<number> {
  const child = start('work', database, work, String(from))
  const exit = once(child, 'exit')
  let last = from - 1
  for await (const line of linesOf(child)) {
    if (line !== 'ready') last = Number(line)
    // The moment is random; nothing waits for it.
    else void setTimeout(randomInt(120)).then(() => child.kill('SIGKILL'))
  }
  await exit
  assert.equal(child.signalCode, 'SIGKILL')
  return last
}

async function requireSound(store: Store): Promise<void> {
  assert.deepEqual(await Array.fromAsync(store.verify()), [])
}

async function namesOf(store: Store): Promise<string[]> {
  return (await Array.fromAsync(store.plants({ all: true }))).map(({ name }) => name)
}

/** A store with two thousand plants. */
async function makeWorld(): Promise<{ database: string; store: Store }> {
  const database = temporaryDatabase()
  const store = await openStore({ database })
  await importText(store, 'importPlants', '{"name":"Rose"}\n'.repeat(2000))
  return { database, store }
}

describe('kill -9', () => {
  it(`during an import leaves whole imports: those acknowledged, and at most one more (${rounds} times)`, async () => {
    const database = temporaryDatabase()
    for (let round = 0; round < rounds; round += 1) {
      const last = await killAtWork('import', database, 0)
      const store = await openStore({ database })
      const names = await namesOf(store)
      const done = names.length / batch
      assert.ok(done === last + 1 || done === last + 2, `${names.length} plants after ${last}`)
      assert.ok(names.every((name, index) => name === String(Math.floor(index / batch))))
      await requireSound(store)
      await store.removePlants({ all: true })
      await store.close()
    }
  })

  it(`during a backup leaves the backup whole or not at all (${rounds} times)`, async () => {
    const { database, store } = await makeWorld()
    let next = 0
    for (let round = 0; round < rounds; round += 1) {
      const last = await killAtWork('backup', database, next)
      await requireSound(store)
      for (let number = next; number <= last + 1; number += 1) {
        const file = `${database}.backup-${number}`
        if (number > last && !existsSync(file)) continue
        const copy = await openStore({ database: file, readOnly: true })
        await requireSound(copy)
        assert.equal((await namesOf(copy)).length, 2000)
        await copy.close()
        rmSync(file)
      }
      next = last + 2
    }
    await store.close()
  })

  it(`during a restore leaves one backup or the other, whole (${rounds} times)`, async () => {
    const { database, store } = await makeWorld()
    await backup({ database, to: `${database}.even` })
    await store.removePlants({ all: true })
    await importText(store, 'importPlants', '{"name":"Oak"}\n'.repeat(1000))
    await backup({ database, to: `${database}.odd` })
    for (let round = 0; round < rounds; round += 1) {
      const last = await killAtWork('restore', database, 1 + (round % 2))
      await requireSound(store)
      const names = await namesOf(store)
      const found = new Set(names)
      const [name] = found
      assert.equal(found.size, 1)
      assert.equal(names.length, name === 'Rose' ? 2000 : 1000)
      assert.ok(name === 'Rose' || name === 'Oak', `${name} after ${last}`)
    }
    await store.close()
  })
})
