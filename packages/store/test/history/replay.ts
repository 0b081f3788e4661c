/** Takes every step of a history on the store and on the model, and compares the two. */
import assert from 'node:assert/strict'
import { StoreError, type GrantSource, type Store, type StoreErrorCode } from '../../src/index.ts'
import { type OpenWorld, plantsOf, plantsSeen } from '../promises/world.ts'
import { quickPath } from '../sqlite/temporary.ts'
import { Model } from './model.ts'
import { placeOf } from './model-grants.ts'
import { runOnModel, type Step } from './run-on-model.ts'
import { runOnStore, type StoreRun } from './run-on-store.ts'
import { checkTampering } from './tampering.ts'

/** What is known of revisions so far. */
interface Seen {
  /** For each revision, the user and the list that it has shown. */
  readonly shown: Map<string, string>
  /** The list of each user, by id, after the previous step, and its revision. */
  lists: Map<number, { readonly list: string; readonly revision: string }>
}

/**
 * Replays histories in worlds of their own. Rejects if store and model differ, and if `verify` finds too much or too
 * little; `tampering` is drawn at random.
 */
export function replayOn(open: OpenWorld): (steps: readonly Step[], tampering: number) => Promise<void> {
  return (steps, tampering) => replay(open, steps, tampering)
}

async function replay(open: OpenWorld, steps: readonly Step[], tampering: number): Promise<void> {
  const model = new Model()
  const world = await open()
  world.clock.now = model.now
  const { store } = world
  const other = await world.open({ readOnly: true })
  const run: StoreRun = { world, other, tokens: [], backupFile: quickPath() }
  const seen: Seen = { shown: new Map(), lists: new Map() }
  try {
    for (const step of steps) {
      const done = await outcome(() => runOnStore(run, step))
      const expected = await outcome(() => runOnModel(model, step))
      assert.deepEqual(expected.result === undefined ? { ...done, result: undefined } : done, expected)
      await compareTokens(run, model, seen, step)
    }
    await compareLists(store, model)
    await compareReasons(store, model)
    assert.deepEqual(await Array.fromAsync(store.verify()), [])
    await checkTampering(world, tampering)
  } finally {
    await world.close()
  }
}

/** What came of a step: a result, or the code of the refusal. */
interface Outcome {
  readonly result: unknown
  readonly refused: StoreErrorCode | undefined
}

async function outcome(work: () => unknown): Promise<Outcome> {
  try {
    return { result: await work(), refused: undefined }
  } catch (error) {
    if (error instanceof StoreError) return { result: undefined, refused: error.code }
    throw error
  }
}

async function compareTokens(run: StoreRun, model: Model, seen: Seen, step: Step): Promise<void> {
  const lists: Seen['lists'] = new Map()
  for (const [index, { secret }] of run.tokens.entries()) {
    // Each store answers, whichever made the change.
    const store = index % 2 === 0 ? run.world.store : run.other
    const session = await store.openSession(secret)
    const expected = model.content.tokens[index]
    const respond = 'refusal' in session ? session.refusal : session.principal.user
    assert.equal(respond, expected && model.respond(expected))
    if ('refusal' in session) continue
    const plants = await plantsSeen(store, secret, 1 + (index % 3))
    assert.deepEqual(plants, model.visible(respond))
    const { revision, principal } = session
    // A renamed user is still the same user.
    const shown = `${principal.userId} ${JSON.stringify(plants)}`
    assert.equal(seen.shown.get(revision) ?? shown, shown, `revision ${revision} stands for two lists`)
    seen.shown.set(revision, shown)
    lists.set(principal.userId, { list: JSON.stringify(model.seenBy(respond)), revision })
  }
  const listed = await Array.fromAsync(run.world.store.tokens())
  assert.deepEqual(
    listed.map((token) => [token.user, token.expiresAt?.getTime(), token.revokedAt?.getTime()]),
    model.content.tokens
      .filter(({ gone }) => !gone)
      .map((token) => [token.user, token.expiresAt, token.revokedAt]),
  )
  // After a restore, every list has a new revision.
  if (step[0] !== 'restore') compareRevisions(seen.lists, lists)
  seen.lists = lists
}

/** A list that a step did not change keeps its revision. */
function compareRevisions(before: Seen['lists'], after: Seen['lists']): void {
  for (const [userId, { list, revision }] of after) {
    const known = before.get(userId)
    if (known?.list === list) assert.equal(revision, known.revision, `the list of user ${userId} is the same`)
  }
}

/** Also for users without a token. */
async function compareLists(store: Store, model: Model): Promise<void> {
  const users = await Array.fromAsync(store.users())
  assert.deepEqual(
    new Map(users.map(({ name, groups }) => [name, groups])),
    new Map([...model.content.users.keys()].map((name) => [name, model.groupsOf(name)])),
  )
  const disabled = users.filter(({ disabledAt }) => disabledAt !== undefined)
  assert.deepEqual(disabled.map(({ name }) => name).toSorted(), [...model.content.disabled].toSorted())
  // A disabled user sees nothing until they are enabled; then they see what they would have seen all along.
  for (const { name } of disabled) await store.enableUser(name)
  for (const { name } of users) assert.deepEqual(await plantsOf(store, name), model.visible(name))
  assert.deepEqual(await Array.fromAsync(store.plants({ all: true })), model.content.plants)
}

/** Who sees what through which grants, queried by user and by plant, in the order of the store. */
async function compareReasons(store: Store, model: Model): Promise<void> {
  const users = [...model.content.users.keys()]
  for (const user of users) {
    const seen = await Array.fromAsync(store.plantsSeenBy(user))
    const expected = model.seenBy(user).map((plant) => ({
      plant,
      // Single plants come before standing grants.
      through: inOrder(
        model.sources(user, plant),
        (way) => `${way.standing === undefined ? 0 : 1} ${placeOf(way)}`,
      ),
    }))
    assert.deepEqual(seen, expected)
  }
  for (const plant of model.content.plants) {
    const seeing = await Array.fromAsync(store.usersWhoSee(plant.id))
    const expected = users
      .map((user) => [user, inOrder(model.sources(user, plant), placeOf)] as const)
      .filter(([, through]) => through.length > 0)
    assert.deepEqual(new Map(seeing.map(({ user, through }) => [user.name, through])), new Map(expected))
  }
}

function inOrder(ways: readonly GrantSource[], place: (way: GrantSource) => string): readonly GrantSource[] {
  return ways.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}
