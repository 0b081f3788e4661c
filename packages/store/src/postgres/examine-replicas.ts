/** Examines replicas: whether they follow the primary of this database, and how far behind they are. */
import type { ReplicaState } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { type Address, parseAddress, type ServerAddress } from './address.ts'
import type { Database } from './connection.ts'
import { defaultTimeoutMs, openDatabase, openStandby } from './open-database.ts'

/** The generation identifies the database that the standby copies: no two databases share one. */
const stateOf = (at: string): string => `select ${at}::text, (select value from generation where one = 1)`

const primarySql = stateOf('pg_current_wal_lsn()')
const standbySql = (primaryAt: string): string =>
  stateOf(`greatest(0, pg_wal_lsn_diff('${primaryAt}', pg_last_wal_replay_lsn()))`)

/** See `examineReplicas`. */
export async function examine(
  database: string,
  replicas: readonly string[],
): Promise<readonly ReplicaState[]> {
  const primary = openDatabase({ database, connections: 1 })
  try {
    const [at = '', generation] = await ask(primary, primarySql)
    const states = replicas.flatMap((text) => {
      const address = parseAddress(text)
      return address.servers.map((server) => examineOne(address, server, { at: String(at), generation }))
    })
    return await Promise.all(states)
  } finally {
    await primary.close()
  }
}

async function examineOne(
  address: Address,
  server: ServerAddress,
  primary: { readonly at: string; readonly generation: unknown },
): Promise<ReplicaState> {
  const { name } = server
  const standby = openStandby(address, server, { connections: 1, timeoutMs: defaultTimeoutMs })
  try {
    const [bytes, generation] = await ask(standby, standbySql(primary.at))
    return generation === primary.generation
      ? { name, bytesBehind: Number(bytes) }
      : { name, problem: noCopy(name) }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    // A standby has all tables of its primary: without ours it follows another one.
    const isOfAnother = error.code === 'missing' || error.code === 'damaged'
    return { name, problem: isOfAnother ? noCopy(name) : error.message }
  } finally {
    await standby.close()
  }
}

const noCopy = (name: string): string => `${name} is no copy of this database.`

async function ask(database: Pick<Database, 'ask'>, sql: string): Promise<readonly unknown[]> {
  const [[row = []] = []] = await database.ask(sql)
  return row
}
