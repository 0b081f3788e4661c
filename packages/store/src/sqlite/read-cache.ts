/** Answers requests, from memory if the database has not changed. */
import type {
  OnRead,
  Page,
  PlantReader,
  ReadOperation,
  ReadOutcome,
  Session,
  TokenRefusal,
} from '../store.ts'
import { hashToken, isWellFormedToken } from '../token/format.ts'
import type { Connection } from './connection.ts'
import { Memory } from './memory.ts'
import { type Credential, readCredential, readerSql, readList, readPage } from './read-database.ts'
import { maxRememberedLimit, pageBounds } from '../reading/pages.ts'
import { createSession, type KeepingSession, keyOf, type SessionContext } from '../reading/sessions.ts'
import { countsSql, refusalOf, toCounts } from '../token/state.ts'
import type { TokenUse } from '../token/use.ts'

/** Saves 7 µs in the store per request of the mixed load (`pnpm bench`). */
const maxCredentials = 10_000

/** A credential and its session, valid as long as the database has this version. */
interface Known {
  readonly credential: Credential
  readonly session: KeepingSession
  readonly version: number
  /** When its use is to be noted again. */
  noteUseAt: number
}

/** What a reader reports in addition to its responses. */
interface Watch {
  readonly onRead?: OnRead | undefined
  readonly use: Pick<TokenUse, 'note'>
}

/** A question for a session. */
interface Question {
  readonly token: string
  /** See `PlantReader.openSession`. */
  readonly ahead: number | undefined
}

/** A question that waits for its result. */
interface Waiting extends Question {
  resolve(result: Session | TokenRefusal): void
  reject(error: unknown): void
}

/**
 * A reader over a connection that is never used for writing: its `data_version` then changes with every commit of this
 * process and of others. All questions of one turn of the event loop are answered together, from one snapshot that is
 * no older than any of them and ends with the last result.
 */
export function createPlantReader(
  connection: Connection,
  now: () => number,
  { onRead = () => {}, use }: Watch,
): Omit<PlantReader, 'recordTokenUse'> {
  const timed = timeReads(onRead)
  const pages = new Memory<Page>(pageBounds)
  const read: SessionContext['read'] = (request) => timed('page', () => readPage(connection, request, now()))
  const readFirst = (credential: Credential, limit: number): Page =>
    timed('page', () => readList(connection, credential, { after: 0, limit }))
  const known = new Memory<Known>({ max: maxCredentials })

  /** Unknown tokens are not remembered: a stranger could fill the memory with them. */
  function find(hash: string, version: number, before: Known | undefined): Known | undefined {
    const credential = timed('authenticate', () => readCredential(connection, hash))
    if (credential === undefined) {
      known.delete(hash)
      return undefined
    }
    const isSame =
      before?.session.revision === credential.revision &&
      before.session.principal.user === credential.principal.user
    const session = isSame ? before.session : createSession(hash, credential, { pages, read })
    const found = { credential, session, version, noteUseAt: before?.noteUseAt ?? 0 }
    known.set(hash, found)
    return found
  }

  function answer({ token, ahead }: Question, version: number): Session | TokenRefusal {
    const hash = hashToken(token)
    const before = known.get(hash)
    if (before === undefined && !isWellFormedToken(token)) return { refusal: 'malformed' }
    const found = before?.version === version ? before : find(hash, version, before)
    if (found === undefined) return { refusal: 'unknown' }
    const at = now()
    const { tokenId, user } = found.credential.principal
    const refusal = refusalOf(found.credential, at)
    if (refusal !== undefined) return { refusal, tokenId, user }
    if (at >= found.noteUseAt) found.noteUseAt = use.note(hash, at, tokenId)
    // The session is new, or its list has changed: reading the page now saves a transaction later.
    const limit = found.session === before?.session ? undefined : ahead
    if (limit !== undefined) readAhead(found.session, limit, pages, () => readFirst(found.credential, limit))
    return found.session
  }

  return {
    openSession: answerTogether(connection, answer),
    ping: () =>
      Promise.try(() => {
        timed('ping', () => connection.snapshot(() => connection.row(readerSql.generation)))
      }),
    counts: (soonMs) => Promise.try(() => toCounts(connection.row(countsSql, now(), now() + soonMs))),
  }
}

function readAhead(session: KeepingSession, limit: number, pages: Memory<Page>, readFirst: () => Page): void {
  const key = keyOf(session.principal.userId, limit)
  if (limit > maxRememberedLimit || pages.get(key)?.revision === session.revision) return
  const page = readFirst()
  if (!pages.set(key, page)) session.keep(limit, page)
}

/**
 * Answers all questions of one turn of the event loop together, after the requests that had arrived were read: within a
 * shared transaction, a lookup costs a third of what it costs in one of its own.
 */
function answerTogether(
  connection: Connection,
  answer: (question: Question, version: number) => Session | TokenRefusal,
): PlantReader['openSession'] {
  let waiting: Waiting[] = []
  function answerAll(): void {
    const asked = waiting
    waiting = []
    try {
      connection.snapshot(() => {
        const [version] = connection.row(readerSql.version) ?? [0]
        for (const each of asked) each.resolve(answer(each, version))
      })
    } catch (error) {
      for (const each of asked) each.reject(error)
    }
  }
  return (token, ahead) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ token, ahead, resolve, reject }) === 1) setImmediate(answerAll)
    })
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
