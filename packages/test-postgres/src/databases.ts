/** Fresh databases for tests. */
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { postgresServer } from './server.ts'

/** A database that nobody else uses. */
export interface CreatedDatabase {
  readonly name: string
  readonly url: string
}

let pool: Pool | undefined

/** Creates an empty database, or a copy of one that nobody is connected to. It is removed along with the server. */
export async function createDatabase(template?: string): Promise<CreatedDatabase> {
  const server = await postgresServer()
  pool ??= new Pool({ connectionString: server.url('postgres'), max: 1, allowExitOnIdle: true })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create database ${name} template ${template ?? 'template0'}`)
  return { name, url: server.url(name) }
}
