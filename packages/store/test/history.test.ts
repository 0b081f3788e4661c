/** Random histories: what the store does is what a simple model does, step by step. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { StoreError } from '../src/index.ts'
import { collect } from './collect.ts'
import { createStore } from '../src/open-store.ts'
import { Model } from './history/model.ts'
import { Refused } from './history/refused.ts'
import { runOnModel } from './history/run-on-model.ts'
import { runOnStore, type StoreRun } from './history/run-on-store.ts'
import { history, type Step } from './history/step.ts'
import { quickDatabase } from './temporary.ts'

/** What each revision of each user has shown so far. */
type Seen = Map<string, string>

async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof StoreError || failure instanceof Refused) return { refused: failure.code }
    throw failure
  }
}

/** Every page of a user, each of `size`. */
async function listAll({ store }: StoreRun, userId: number, size: number): Promise<unknown[]> {
  const plants: unknown[] = []
  let after: number | undefined = 0
  while (after !== undefined) {
    const page = await store.page(userId, after, size)
    assert.ok(page.plants.length <= size)
    plants.push(...page.plants)
    after = page.last
  }
  return plants
}

async function compareTokens(run: StoreRun, model: Model, seen: Seen): Promise<void> {
  for (const [index, { secret }] of run.tokens.entries()) {
    const answer = await run.store.authenticate(secret)
    const expected = model.content.tokens[index]
    assert.equal(typeof answer === 'string' ? answer : answer.user, expected && model.answer(expected))
    if (typeof answer === 'string') continue
    const plants = await listAll(run, answer.userId, 1 + (index % 3))
    assert.deepEqual(plants, model.visible(answer.user))
    const shown = JSON.stringify(plants)
    const revision = `${answer.user} ${answer.userId} ${answer.revision}`
    assert.equal(seen.get(revision) ?? shown, shown, `revision ${revision} stands for two lists`)
    seen.set(revision, shown)
  }
}

/** Of users without a token too. */
async function compareLists(run: StoreRun, model: Model): Promise<void> {
  const users = await collect(run.store.users())
  assert.deepEqual(users.map(({ name }) => name).toSorted(), [...model.content.users.keys()].toSorted())
  for (const { id, name } of users) assert.deepEqual(await listAll(run, id, 1000), model.visible(name))
  assert.deepEqual(await collect(run.store.plants({ all: true })), model.content.plants)
}

async function replay(steps: readonly Step[]): Promise<void> {
  const database = quickDatabase()
  const model = new Model()
  const now = { current: model.now }
  const run: StoreRun = {
    database,
    store: createStore({ database, durable: false }, () => now.current),
    now,
    tokens: [],
  }
  const seen: Seen = new Map()
  try {
    for (const step of steps) {
      const done = await outcome(() => runOnStore(run, step))
      assert.deepEqual(done, await outcome(() => runOnModel(model, step)))
      await compareTokens(run, model, seen)
    }
    await compareLists(run, model)
    assert.deepEqual(await collect(run.store.verify()), [])
  } finally {
    await run.store.close()
  }
}

describe('a random history', () => {
  it('shows every user what the model shows, under a revision that stands for that list alone', async () => {
    // Other ones in every run: many runs see more than a long one, which a busy machine does not finish in time.
    await fc.assert(fc.asyncProperty(history, replay), { numRuns: 500 })
  })
})
