/** Databases on the server of the test run, and access to them without the store. */
import type { TestContext } from 'node:test'
import { createDatabase, withClient } from '@plant-store/test-postgres'
import { Client } from 'pg'
import { migrate } from '../../src/index.ts'

let template: Promise<string> | undefined

/** The address of a fresh database, brought forward to this version. */
export async function migratedDatabase(): Promise<string> {
  template ??= createTemplate()
  return (await createDatabase(await template)).url
}

const empty: string[] = []

/**
 * Like `migratedDatabase`, but possibly a used one that has been emptied since: for hundreds of databases. The server
 * takes 78 ms of processor time to create one, and half a millisecond to empty one.
 */
export function quickDatabase(): Promise<string> {
  const known = empty.pop()
  return known === undefined ? migratedDatabase() : Promise.resolve(known)
}

/** Empties a database that is no longer used, for reuse. */
export async function returnDatabase(url: string): Promise<void> {
  await emptyDatabase(url)
  empty.push(url)
}

export async function emptyDatabase(url: string): Promise<void> {
  await readRaw(
    url,
    `delete from plant; delete from users; delete from groups; delete from plant_access;
     delete from audit; delete from token_use; update last_id set value = 0`,
  )
}

async function createTemplate(): Promise<string> {
  const { name, url } = await createDatabase()
  await migrate({ database: url })
  return name
}

/** Runs statements without the store: the rows of one, as objects. */
export function readRaw(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
}

/** A connection that ends with the test. */
export async function connect(t: TestContext, database: string): Promise<Client> {
  const client = new Client({ connectionString: database })
  t.after(() => client.end())
  await client.connect()
  return client
}
