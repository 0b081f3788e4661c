/** Answers requests, from memory where the database has not changed. */
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { OnRead, PlantReader, ReadOperation, ReadOutcome, Session, TokenRefusal } from '../store.ts'
import { hashToken, isWellFormedToken } from '../token-format.ts'
import type { Connection } from './connection.ts'
import { type Credential, readCredential, readPage, refusalOf } from './read-database.ts'
import { readerSql } from './reader-sql.ts'
import { createSessions } from './sessions.ts'

const maxCredentials = 10_000

/** A credential and its session, true for as long as the database has this version. */
interface Known {
  readonly credential: Credential
  readonly session: Session
  readonly version: number
}

/**
 * A reader over a connection that nothing is ever written through: its `data_version` then changes with every commit,
 * of this process and of others.
 */
export function createPlantReader(
  connection: Connection,
  now: () => number,
  onRead: OnRead = () => {},
): PlantReader {
  const timed = timeReads(onRead)
  const currentVersion = shareVersion(connection)
  const open = createSessions((request) => timed('page', () => readPage(connection, request, now())))
  const known = new LRUCache<string, Known>({ max: maxCredentials })

  /** Tokens that nobody has are not remembered: a stranger could fill the memory with them. */
  function find(hash: string, version: number): Known | undefined {
    const before = known.get(hash)
    if (before?.version === version) return before
    const credential = timed('authenticate', () => readCredential(connection, hash))
    if (credential === undefined) {
      known.delete(hash)
      return undefined
    }
    const session = before?.session.revision === credential.revision ? before.session : open(credential, hash)
    const found = { credential, session, version }
    known.set(hash, found)
    return found
  }

  return {
    openSession: async (token) => {
      const version = await currentVersion()
      const hash = hashToken(token)
      if (!known.has(hash) && !isWellFormedToken(token)) return { refusal: 'malformed' }
      const found = find(hash, version)
      if (found === undefined) return { refusal: 'unknown' }
      return refuse(found.credential, now()) ?? found.session
    },
    ping: async () => {
      await currentVersion()
      timed('ping', () => connection.row(readerSql.generation))
    },
  }
}

function refuse(credential: Credential, now: number): TokenRefusal | undefined {
  const refusal = refusalOf(credential, now)
  if (refusal === undefined) return undefined
  const { tokenId, user } = credential.principal
  return { refusal, tokenId, user }
}

/**
 * The version of the database, asked once for all who want to know in the same turn of the event loop, when the
 * requests that had come were read: it is of no time before any of them.
 */
function shareVersion(connection: Connection): () => Promise<number> {
  let next: Promise<number> | undefined
  const read = (): number => {
    next = undefined
    return connection.row(readerSql.version)?.[0] ?? 0
  }
  return () => (next ??= setImmediate().then(read))
}

function timeReads(onRead: OnRead): <T>(operation: ReadOperation, read: () => T) => T {
  return (operation, read) => {
    const began = performance.now()
    let outcome: ReadOutcome = 'failed'
    try {
      const result = read()
      outcome = 'answered'
      return result
    } finally {
      onRead(operation, outcome, performance.now() - began)
    }
  }
}
