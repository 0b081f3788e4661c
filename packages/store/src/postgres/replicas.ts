/** Standbys that pages of long lists are read from. What they answer counts only where the primary says so. */
import { StoreError } from '../store-error.ts'
import { parseAddress } from './address.ts'
import { askTogether } from './ask-together.ts'
import { openStandby } from './open-database.ts'
import { type ListAnswer, type ListQuestion, listsSql, toListAnswers } from './reader-sql.ts'

/** The replicas of a store. */
export interface Replicas {
  /** The answer of one of them, of whatever moment. Rejects where none answers. */
  ask(question: ListQuestion): Promise<ListAnswer | undefined>
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly now: () => number
  /** The most connections to each. */
  readonly connections: number
  /** How long requests may wait for a replica before they ask the primary. */
  readonly timeoutMs: number
}

/** One that failed is left alone for so long, and twice as long each time that it fails again, up to the most. */
const firstRestMs = 500
const longestRestMs = 30_000

/** Each host of each address is one; undefined: there are none. Throws as `parseAddress`. Connects when something is asked. */
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
      // In turn: whoever was asked last is asked last.
      replicas.push(...replicas.splice(replicas.indexOf(replica), 1))
      return replica.ask(question)
    },
    close: async () => void (await Promise.all(replicas.map((each) => each.close()))),
  }
}

interface Replica extends Replicas {
  /** False while it is left alone. When that is over, one question is asked, and the others wait for how it ends. */
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
  const askInTurn = askTogether<ListQuestion, ListAnswer | undefined>({
    ask: async (questions) => {
      const [, rows = []] = await database.ask(listsSql(questions, now()))
      return toListAnswers(rows, questions.length)
    },
    maxAtOnce: connections,
    timeoutMs,
    overdue: () => new StoreError('unreachable', `${database.database} did not answer in time.`),
  })
  return {
    isUsable: () => performance.now() >= restUntil,
    ask: async (question) => {
      const before = failures
      // Where it has failed before, others do not wait for the same.
      if (before > 0) rest()
      try {
        const answer = await askInTurn(question)
        failures = 0
        restUntil = 0
        return answer
      } catch (error) {
        // Those who failed together failed once.
        if (failures === before) failures += 1
        if (failures > 0) rest()
        throw error
      }
    },
    close: () => database.close(),
  }
}
