/** Which engine holds a database. */
import { isPostgresUrl } from '../postgres/address.ts'
import { sqliteEngine } from '../sqlite/engine.ts'
import type { Engine } from './engine.ts'

/** PostgreSQL's is loaded only when needed: the driver is large. */
export async function engineOf(database: string): Promise<Engine> {
  return isPostgresUrl(database) ? (await import('../postgres/engine.ts')).postgresEngine : sqliteEngine
}
