/** A database with content in every table, and everything that a store says about it. */
import { copyFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { openStore, type Store } from '../src/index.ts'
import { type Engine, emptyDatabase } from './databases.ts'
import { plantsSeen, withStore } from './promises/world.ts'
import { temporaryPath } from './sqlite/temporary.ts'

/** A database, and a token that it accepts. */
export interface FullWorld {
  readonly database: string
  readonly secret: string
}

const made = new Map<Engine, Promise<FullWorld>>()

/** A copy of a world that is made only once: of a file, or of a template database. */
export async function makeWorld(engine: Engine): Promise<FullWorld> {
  const known = made.get(engine) ?? fill(engine)
  made.set(engine, known)
  const { database, secret } = await known
  if (engine === 'PostgreSQL') {
    const [, template] = /\/(test_\w+)/.exec(database) ?? []
    return { database: (await createDatabase(template)).url, secret }
  }
  const copy = temporaryPath()
  copyFileSync(database, copy)
  return { database: copy, secret }
}

/** Fills a database: ids have gaps, the last of each kind is removed, and grants and tokens are of every kind. */
async function fill(engine: Engine): Promise<FullWorld> {
  const database = await emptyDatabase(engine)
  const store = await openStore({ database, actor: 'Ada' })
  try {
    for (const user of ['ada', 'bob', 'zoë', 'gone']) await store.addUser(user)
    for (const group of ['garden', 'gone']) await store.addGroup(group)
    await store.addMember('garden', 'bob')
    await store.addPlant({ name: 'Rose', tag: 'flower', key: 'https://example.org/rose' })
    for (const name of ['Rose', 'Oak "the old"\n', '🌱, \\N {1}', 'gone']) await store.addPlant({ name })
    await store.grant({ user: 'ada' }, { name: 'Rose' })
    await store.grant({ group: 'garden' }, { name: '🌱, \\N {1}' })
    await store.grantStanding({ group: 'garden' }, { tag: ['flower', 'Ω'] })
    await store.grantStanding({ user: 'zoë' }, { all: true })
    const { secret } = await store.createToken('bob', 'laptop', new Date(Date.now() + 86_400_000))
    const { token } = await store.createToken('ada', 'old')
    await store.rotateToken(token.id, 86_400_000)
    await store.createToken('ada', 'lost')
    await store.revokeToken((await store.createToken('zoë', 'revoked')).token.id)
    await store.disableUser('zoë')
    await store.removeUser('gone')
    await store.removeGroup('gone')
    await store.removePlants({ name: 'gone' })
    await plantsSeen(store, secret)
    await store.recordTokenUse(1000)
    return { database, secret }
  } finally {
    await store.close()
  }
}

/** Everything that a store says about its content. */
export async function contentIn(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const groups = await Array.fromAsync(store.groups())
  return {
    plants: await Array.fromAsync(store.plants({ all: true })),
    users: await Array.fromAsync(store.users()),
    groups: await Promise.all(groups.map(({ name }) => store.group(name))),
    tokens: await Array.fromAsync(store.tokens()),
    grants: await Array.fromAsync(store.grants()),
    standing: await Array.fromAsync(store.standingGrants()),
    audit: await Array.fromAsync(store.audit()),
    findings: await Array.fromAsync(store.verify()),
  }
}

/** The same of a database. */
export const contentOf = (database: string): ReturnType<typeof contentIn> =>
  withStore({ database, readOnly: true }, contentIn)

/** A full database with a store over it, which the test closes. */
export interface OpenedWorld extends FullWorld {
  readonly store: Store
  /** Where a backup is to be written; nothing is there yet. */
  readonly file: string
}

/** A token of bob is accepted, who sees every plant. */
export async function openWorld(t: TestContext, engine: Engine = 'SQLite'): Promise<OpenedWorld> {
  const { database, secret } = await makeWorld(engine)
  const store = await openStore({ database })
  t.after(() => store.close())
  await store.grantStanding({ user: 'bob' }, { all: true })
  return { database, store, secret, file: temporaryPath('backup.db') }
}
