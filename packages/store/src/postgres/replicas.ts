/**
 * Standbys that pages of long lists are read from. A replica may be behind by any amount: the primary is asked afterwards,
 * for the token and the revision of the list, which costs it little, and the page counts only if it is of that revision.
 * So no result is older than it would be without replicas.
 */
import { StoreError } from '../store-error.ts'
import type { OnPage } from '../store.ts'
import { parseAddress } from './address.ts'
import { batch, longBatch } from './batch.ts'
import { openStandby } from './open-database.ts'
import { askLists, type ListResult, type ListQuestion } from './reader-sql.ts'
import type { Ask } from './sessions.ts'

/** The replicas of a store. */
export interface Replicas {
  /** The result of one replica, as of any moment. Rejects if none answers. */
  ask(question: ListQuestion): Promise<ListResult | undefined>
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly now: () => number
  /** The maximum number of connections to each. */
  readonly connections: number
  /** How long a request may wait for a replica before it asks the primary. */
  readonly timeoutMs: number
}

/** A replica that failed rests for this long, and twice as long after each further failure, up to the maximum. */
const firstRestMs = 500
const longestRestMs = 30_000

/** One replica for each host of each address; undefined: none. Throws as `parseAddress`. Connects on first use. */
export function openReplicas(addresses: readonly string[], options: ReplicaOptions): Replicas | undefined {
  const replicas = addresses.flatMap((text) => {
    const address = parseAddress(text)
    return address.servers.map((server) => openReplica(openStandby(address, server, options), options))
  })
  if (replicas.length === 0) return undefined
  return {
    ask: (question) => {
      const replica = replicas.find((each) => each.isUsable())
      if (replica === undefined) return Promise.reject(new StoreError('unreachable', 'No replica answers.'))
      // In turn: the replica asked most recently moves to the end.
      replicas.push(...replicas.splice(replicas.indexOf(replica), 1))
      return replica.ask(question)
    },
    close: async () => void (await Promise.all(replicas.map((each) => each.close()))),
  }
}

interface Replica extends Replicas {
  /** False while it rests. Afterwards one question tries it, and others are not sent to it until that one has ended. */
  isUsable(): boolean
}

function openReplica(
  database: ReturnType<typeof openStandby>,
  { now, connections, timeoutMs }: ReplicaOptions,
): Replica {
  let failures = 0
  let restUntil = 0
  const rest = (): void => {
    restUntil = performance.now() + Math.min(firstRestMs * 2 ** (failures - 1), longestRestMs)
  }
  const askInTurn = batch<ListQuestion, ListResult | undefined>({
    ask: (questions, limitMs) => askLists(database, questions, now(), limitMs),
    maxAtOnce: connections,
    maxInBatch: longBatch,
    timeoutMs,
    overdue: () => new StoreError('unreachable', `${database.database} did not answer in time.`),
  })
  return {
    isUsable: () => performance.now() >= restUntil,
    ask: async (question) => {
      const before = failures
      // After a failure, other questions do not wait for the same failure.
      if (before > 0) rest()
      try {
        const result = await askInTurn(question)
        failures = 0
        restUntil = 0
        return result
      } catch (error) {
        // Questions that failed together count as one failure.
        if (failures === before) failures += 1
        if (failures > 0) rest()
        throw error
      }
    },
    close: () => database.close(),
  }
}

interface LongPages {
  readonly replicas: Replicas
  /** Pages longer than this are asked of replicas. */
  readonly longPage: number
  readonly onPage: OnPage
}

/** Asks replicas for long pages, and then the primary; only the primary if the page is short or no replica has it. */
export function readLongPages(askPrimary: Ask, { replicas, longPage, onPage }: LongPages): Ask {
  return async (question) => {
    if ((question.page?.limit ?? 0) <= longPage) return askPrimary(question)
    let found: ListResult | undefined
    try {
      found = await replicas.ask(question)
    } catch {
      // Whatever the failure is, the primary need not share it.
      onPage('primary')
      return askPrimary(question)
    }
    if (found?.page === undefined) {
      onPage('lagging')
      return askPrimary(question)
    }
    const result = await askPrimary({ ...question, page: confirmOnPrimary(question, found.revision) })
    const counts = result?.revision === found.revision
    onPage(counts ? 'replica' : 'lagging')
    return counts ? { ...result, page: found.page } : result
  }
}

/** What to ask the primary for once a page of this revision is known. A continued list must be of that revision. */
function confirmOnPrimary({ page }: ListQuestion, revision: string): ListQuestion['page'] {
  if (page === undefined || page.revision !== undefined) return undefined
  return { ...page, revision, isKnown: true }
}
