/** Makes the database that the contenders read: plants, users with grants, and their tokens. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '@plant-store/store'
import { asService, serviceRights, startCareful } from '@plant-store/test-postgres'
import { recordsOf, refuseNone } from '@plant-store/testkit'
import { importStore, type Version } from './versions.ts'

/** The database engines of the service. */
export type Engine = 'sqlite' | 'postgres'

/** How large a world is. */
export interface WorldSize {
  readonly plants: number
  /** Users besides the one who sees every plant. More than the service caches, so that some are always new to it. */
  readonly users: number
}

/** All numbers of a run, as `--json` prints them. */
export interface Config extends WorldSize {
  readonly engine: Engine
  readonly rounds: number
  /** How long each contender is loaded in each round. */
  readonly seconds: number
  readonly connections: number
  /** How many request every plant at once, and stall. */
  readonly readers: number
}

/** The configuration that these options ask for. */
export function configure({
  engine,
  plants = engine === 'postgres' ? 100_000 : 1_000_000,
  rounds,
  seconds,
}: Pick<Config, 'engine' | 'rounds' | 'seconds'> & { readonly plants?: number }): Config {
  return {
    engine,
    plants,
    users: Math.min(14_000, Math.floor(plants / 10)),
    rounds,
    seconds,
    // Over PostgreSQL each request waits for a round trip: with 32 connections nobody was busy more than half the time.
    connections: engine === 'postgres' ? 128 : 32,
    readers: 300,
  }
}

/** The tokens of a world. */
export interface WorldTokens {
  /** Of the user who sees every plant. */
  readonly everything: string
  /** Of the users who see `plantsPerUser` plants each. */
  readonly tokens: readonly string[]
  readonly revokedToken: string
  readonly expiredToken: string
}

/** A database, and the tokens for requests. */
export interface World extends WorldTokens {
  readonly database: string
  /** The first process of the database server, if there is one: its time is not in that of its clients. */
  readonly databasePid: number | undefined
}

const plantsPerUser = 25

/** Makes the world of a version with its own store, in the file or in a server that ends with the stack. */
export async function makeWorld(
  version: Version,
  { engine, ...size }: WorldSize & { readonly engine: Engine },
  file: string,
  stack: AsyncDisposableStack,
): Promise<World> {
  const { migrate, openStore } = await importStore(version)
  const fill = async (database: string): Promise<WorldTokens> => {
    await migrate({ database })
    const store = await openStore({ database })
    try {
      return await addAll(store, size)
    } finally {
      await store.close()
    }
  }
  if (engine === 'sqlite') return { ...(await fill(file)), database: file, databasePid: undefined }
  // The settings of an operator who keeps the database in memory.
  const server = stack.use(
    await startCareful({ shared_buffers: '1GB', max_wal_size: '1GB', autovacuum: 'on' }),
  )
  const address = server.url('postgres')
  const tokens = await fill(address)
  await server.query(serviceRights)
  await server.query('vacuum (analyze)')
  const pid = Number((await readFile(join(server.socket, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  return { ...tokens, database: asService(address), databasePid: pid }
}

const name = (user: number): string => `gardener-${user}`

async function addAll(store: Store, { plants, users }: WorldSize): Promise<WorldTokens> {
  // Each user's plants are spread over the whole list, as after years of grants.
  const tag = (index: number): string => `tag ${index % Math.floor(plants / plantsPerUser)}`
  const plant = (index: number) => ({ key: `plant-${index}`, name: `Plant ${index}`, tag: tag(index) })
  await store.importPlants(recordsOf(many(plants, plant)), refuseNone)
  await store.importUsers(recordsOf(many(users, (user) => ({ name: name(user) }))), refuseNone)
  const granted = many(users, (user) => ({ user: name(user), tag: tag(user) }))
  await store.importGrants(recordsOf(granted), refuseNone)
  const keeper = 'keeper'
  await store.addUser(keeper)
  await store.grant({ user: keeper }, { all: true })
  const { secret: everything } = await store.createToken(keeper, 'bench')
  const expired = await store.createToken(keeper, 'expired')
  // A token rotated without overlap expires at once.
  await store.rotateToken(expired.token.id, 0)
  const revoked = await store.createToken(keeper, 'revoked')
  await store.revokeToken(revoked.token.id)
  const tokens: string[] = []
  while (tokens.length < users) tokens.push((await store.createToken(name(tokens.length), 'bench')).secret)
  return { everything, tokens, expiredToken: expired.secret, revokedToken: revoked.secret }
}

function* many<Value>(count: number, make: (index: number) => Value): Generator<Value> {
  for (let index = 0; index < count; index += 1) yield make(index)
}
