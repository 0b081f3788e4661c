/** Answers requests: one round trip for the token, the state of the list, and the first page if it is not known. */
import { LRUCache } from 'lru-cache'
import { StoreError } from '../store-error.ts'
import type {
  OnRead,
  Page,
  PlantReader,
  ReadOperation,
  ReadOutcome,
  Session,
  SessionEnd,
  TokenRefusal,
} from '../store.ts'
import { hashToken, isWellFormedToken } from '../token/format.ts'
import { countsSql, endOf, refusalOf, toCounts } from '../token/state.ts'
import { batch } from './batch.ts'
import type { Database } from './open-database.ts'
import { askLists, type ListResult, type ListQuestion } from './reader-sql.ts'
import { maxRememberedLimit, pageBounds } from '../reading/pages.ts'
import { createSession, keyOf, type PageRequest } from '../reading/sessions.ts'
import type { TokenUse } from '../token/use.ts'

const maxSessions = 10_000

/** An open session, and when the use of its token is to be noted again. */
interface Known {
  readonly session: Session
  noteUseAt: number
}

/** What a reader needs in addition to the database. */
interface ReaderContext {
  readonly now: () => number
  readonly onRead?: OnRead | undefined
  readonly use: Pick<TokenUse, 'note'>
  readonly connections: number
  readonly timeoutMs: number
}

/**
 * Nothing is answered from memory alone: the database returns the revision of the list, and what is remembered of that
 * revision need not be sent again. So the next response of every process includes a change by any process.
 */
export function createPlantReader(
  database: Database,
  context: ReaderContext,
): Omit<PlantReader, 'recordTokenUse'> {
  const { now, use } = context
  const ask = createAsk(database, context)
  const pages = new LRUCache<string, Page>(pageBounds)
  const known = new LRUCache<string, Known>({ max: maxSessions })

  const read = async ({ hash, since, ...page }: PageRequest): Promise<Page | SessionEnd> =>
    pageOf(await ask({ operation: 'page', hash, page, since }), page.revision, now())

  /** How to ask for the next page in advance, if it is one that is remembered: not again for a known one. */
  function askAhead(userId: number | undefined, limit: number | undefined): ListQuestion['page'] {
    if (limit === undefined || limit > maxRememberedLimit) return undefined
    const revision = userId === undefined ? undefined : pages.get(keyOf(userId, limit))?.revision
    return { after: 0, limit, revision, isKnown: true }
  }

  function accept(hash: string, { tokenId, userId, user, revision }: ListResult, at: number): Session {
    const { session: before, noteUseAt = 0 } = known.get(hash) ?? {}
    const isSame = before?.revision === revision && before.principal.user === user
    const session = isSame
      ? before
      : createSession(hash, { principal: { userId, user, tokenId }, revision }, { pages, read })
    known.set(hash, { session, noteUseAt: at < noteUseAt ? noteUseAt : use.note(hash, at) })
    return session
  }

  return {
    openSession: async (token, ahead): Promise<Session | TokenRefusal> => {
      if (!isWellFormedToken(token)) return { refusal: 'malformed' }
      const hash = hashToken(token)
      const page = askAhead(known.get(hash)?.session.principal.userId, ahead)
      const result = await ask({ operation: 'authenticate', hash, page })
      // Unknown tokens are not remembered: a stranger could fill the memory with them.
      if (result === undefined) known.delete(hash)
      if (result === undefined) return { refusal: 'unknown' }
      const at = now()
      const refusal = refusalOf(result, at)
      if (refusal !== undefined) return { refusal, tokenId: result.tokenId, user: result.user }
      const { userId, revision, page: came } = result
      if (ahead !== undefined && came !== undefined) pages.set(keyOf(userId, ahead), { ...came, revision })
      return accept(hash, result, at)
    },
    // As a request asks, for a token that nobody has: a table that is locked holds up this result, too.
    ping: async () => void (await ask({ operation: 'ping', hash: '' })),
    counts: async (soonMs) => {
      const given = countsSql.replace('$1', String(now())).replace('$2', String(now() + soonMs))
      const [[row = []] = []] = await database.ask(given)
      const [users = 0, activeTokens = 0, expiringTokens = 0] = row.map(Number)
      return toCounts([users, activeTokens, expiringTokens])
    },
  }
}

/** The page of a result, or why there is none. `revision`: that of a list that is continued. */
function pageOf(
  result: ListResult | undefined,
  revision: string | undefined,
  now: number,
): Page | SessionEnd {
  if (result === undefined) return 'user removed'
  const refusal = refusalOf(result, now)
  if (refusal !== undefined) return endOf[refusal]
  if (result.page !== undefined) return { ...result.page, revision: result.revision }
  // The token is accepted but there was no page: the clock went back between the question and the result.
  return revision === undefined ? 'token expired' : 'list changed'
}

type Asked = ListQuestion & { readonly operation: ReadOperation }

/**
 * While one round trip is under way, the next one fills: the busier the service, the more questions share one. With
 * four at once, each carried so few that a request took about a tenth more processor time of the service, and a quarter
 * more of the database's.
 */
const shortAtOnce = 2
const shortBatch = 50
/** How many long pages are asked for together: text is made of all of them at once, and everything else waits. */
const longBatch = 4

/** Questions that arrive together are asked together and reported as one read; short ones never wait for long pages. */
function createAsk(
  database: Database,
  { now, onRead = () => {}, connections, timeoutMs }: ReaderContext,
): (question: Asked) => Promise<ListResult | undefined> {
  const asking = {
    ask: (questions: readonly Asked[], limitMs: number) =>
      timed(onRead, questions[0]?.operation ?? 'page', () => askLists(database, questions, now(), limitMs)),
    timeoutMs,
    overdue: () => new StoreError('unreachable', `${database.database} did not answer in time.`),
  }
  const askShort = batch({
    ...asking,
    maxAtOnce: Math.min(shortAtOnce, connections),
    maxInBatch: shortBatch,
  })
  const askLong = batch({
    ...asking,
    maxAtOnce: Math.max(1, connections - shortAtOnce),
    maxInBatch: longBatch,
  })
  return (question) => {
    const { page } = question
    // Whoever asks for a further page reads a long list, however few plants fit on one.
    const isLong = page !== undefined && (page.limit > maxRememberedLimit || page.after > 0)
    return (isLong ? askLong : askShort)(question, question.since)
  }
}

async function timed<T>(onRead: OnRead, operation: ReadOperation, read: () => Promise<T>): Promise<T> {
  const began = performance.now()
  let outcome: ReadOutcome = 'failed'
  try {
    const result = await read()
    outcome = 'answered'
    return result
  } finally {
    onRead(operation, outcome, performance.now() - began)
  }
}
