/** Random histories: what the store does is what a simple model does, step by step. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { StoreError } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { openSqliteStore } from '../../src/sqlite/sqlite-store.ts'
import { plantsOf, plantsSeen } from '../promises/world.ts'
import { Model } from './history/model.ts'
import { Refused } from './history/refused.ts'
import { runOnModel } from './history/run-on-model.ts'
import { runOnStore, type StoreRun } from './history/run-on-store.ts'
import { history, type Step } from './history/step.ts'
import { quickDatabase } from './temporary.ts'

/** Whose list each revision has shown so far, and which. */
type Seen = Map<string, string>

async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError || error instanceof Refused) return { refused: error.code }
    throw error
  }
}

async function compareTokens(run: StoreRun, model: Model, seen: Seen): Promise<void> {
  for (const [index, { secret }] of run.tokens.entries()) {
    const session = await run.store.openSession(secret)
    const expected = model.content.tokens[index]
    const answer = 'refusal' in session ? session.refusal : session.principal.user
    assert.equal(answer, expected && model.answer(expected))
    if ('refusal' in session) continue
    const plants = await plantsSeen(run.store, secret, 1 + (index % 3))
    assert.deepEqual(plants, model.visible(answer))
    const { principal, revision } = session
    // A user who was renamed is the same.
    const shown = `${principal.userId} ${JSON.stringify(plants)}`
    assert.equal(seen.get(revision) ?? shown, shown, `revision ${revision} stands for two lists`)
    seen.set(revision, shown)
  }
}

/** Of users without a token too. */
async function compareLists(run: StoreRun, model: Model): Promise<void> {
  const users = await collect(run.store.users())
  assert.deepEqual(users.map(({ name }) => name).toSorted(), [...model.content.users.keys()].toSorted())
  const disabled = users.filter(({ disabledAt }) => disabledAt !== undefined)
  assert.deepEqual(disabled.map(({ name }) => name).toSorted(), [...model.content.disabled].toSorted())
  // Whoever is disabled sees nothing before that is lifted; then it is what it would have been.
  for (const { name } of disabled) await run.store.enableUser(name)
  for (const { name } of users) assert.deepEqual(await plantsOf(run.store, name), model.visible(name))
  assert.deepEqual(await collect(run.store.plants({ all: true })), model.content.plants)
}

async function replay(steps: readonly Step[]): Promise<void> {
  const database = quickDatabase()
  const model = new Model()
  const now = { current: model.now }
  const run: StoreRun = {
    database,
    store: openSqliteStore({ database }, () => now.current),
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
