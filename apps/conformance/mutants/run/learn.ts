/** Learns killers anew: tries every mutant, and remembers the least that shows its fault. */
import type { SentRequest } from '../../src/exchange.ts'
import { mutantById, mutants } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import { type Killer, readKillers, type Session, shortenRequest, writeKillers } from './killers.ts'
import { openKillerPool } from './killer-pool.ts'
import { choose, type MutantsOptions } from './plan.ts'
import { hearJudge, partNames, replay, type Seen } from './replay.ts'

/** Instead of a session longer than this, the part of the judge is kept: the file must stay readable. */
const longestSession = 5000

/** A breach is also tried as a session with this many requests before it: a part of the judge takes seconds. */
const more = [9, 16, 30]

/** A killer must work this many times: what shows only by chance is none. */
const rounds = 3

/**
 * Writes the file when all chosen mutants are tried, or the signal was aborted. The killers of others stay, so it rejects
 * when the file can't be read.
 */
export async function learnKillers(
  wanted: MutantsOptions,
  signal: AbortSignal,
  onProgress: (told: string) => void,
): Promise<{ readonly learned: number; readonly open: readonly string[] }> {
  const killers: Record<string, Killer | undefined> = { ...(await readKillers()) }
  const faulty = choose(wanted).filter(({ breaks }) => breaks)
  const open: string[] = []
  await using pool = openKillerPool()
  let done = 0
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  signal.addEventListener('abort', () => resolve(undefined))
  await Promise.all(
    faulty.map(async ({ id }) => {
      if (signal.aborted) return
      const killer = await Promise.race([pool.learn(id, killers[id]), aborted])
      if (signal.aborted) return
      killers[id] = killer
      if (killer === undefined) open.push(id)
      done += 1
      onProgress(`${done} of ${faulty.length}  ${id}`)
    }),
  )
  const names = new Set(mutants.map(({ id }) => id))
  const known = Object.fromEntries(Object.entries(killers).filter(([id]) => names.has(id)))
  await writeKillers(known)
  return { learned: done - open.length, open }
}

/** Keeps a known session as long as it works. */
export async function findKiller(id: string, known: Killer | undefined): Promise<Killer | undefined> {
  const mutant = mutantById(id)
  if (known !== undefined && 'session' in known) {
    const rule = await works(mutant, known, 1)
    if (rule !== undefined) return { ...known, rule }
  }
  const parts = known !== undefined && 'part' in known ? [known.part, ...partNames] : partNames
  return (
    (await findFirst(mutant, guess(await hearJudge(mutant)), (session, rule) => ({ rule, session }))) ??
    (await findFirst(mutant, parts, (part, rule) => ({ rule, part })))
  )
}

/** The first of them that works. */
async function findFirst<Means>(
  mutant: Mutant,
  all: readonly Means[],
  toKiller: (means: Means, rule: string) => Killer,
): Promise<Killer | undefined> {
  for (const means of all) {
    const rule = await works(mutant, toKiller(means, ''), rounds)
    if (rule !== undefined) return toKiller(means, rule)
  }
  return undefined
}

/** Resolves to the rule that the killer shows broken, if it does so each time and because of nothing but the fault. */
async function works(mutant: Mutant, killer: Killer, times: number): Promise<string | undefined> {
  let rule: string | undefined
  for (let round = 0; round < times; round += 1) {
    rule = await replay(mutant, killer).catch(() => undefined)
    if (rule === undefined) return undefined
  }
  const withoutFault = await replay({ ...mutant, change: () => ({}) }, killer)
  return withoutFault === undefined ? rule : undefined
}

/** Sessions that may show the same, the shortest first. */
function guess({ subject, court: { finding, exchanges } }: Seen): readonly Session[] {
  const { exchange } = finding ?? {}
  if (exchange === undefined) return []
  const before = exchanges.filter(({ id }) => id < exchange.id)
  const write = (some: readonly (typeof exchange)[]): readonly SentRequest[] =>
    some.map(({ shown, request }) => shortenRequest(shown?.request ?? request, subject))
  const last = write([exchange])
  const withBefore = (some: typeof before, count: number): readonly SentRequest[] => [
    ...write(some.slice(-count)),
    ...last,
  ]
  const here = before.filter(({ connection }) => connection === exchange.connection)
  const sessions: readonly Session[] = [
    { how: 'apart', times: 1, requests: last },
    { how: 'on one connection', times: 2, requests: last },
    { how: 'on one connection', times: 1, requests: withBefore(here, 1) },
    { how: 'apart', times: 2, requests: withBefore(before, 1) },
    { how: 'apart', times: 1, pieces: 7, requests: last },
    { how: 'pipelined', times: 4, requests: last },
    { how: 'pipelined', times: 1, requests: withBefore(before, 3) },
    { how: 'on one connection', times: 30, requests: last },
    { how: 'together', times: 12, requests: last },
    { how: 'apart', times: 60, requests: last },
    { how: 'on one connection', times: 1, requests: withBefore(here, 5) },
    { how: 'apart', times: 1, requests: withBefore(before, 5) },
    { how: 'together', times: 4, requests: withBefore(before, 4) },
    { how: 'on one connection', times: 2, restMs: 2200, requests: last },
    { how: 'on one connection', times: 110, requests: last },
    { how: 'apart', times: 120, requests: last },
    // For faults that show at a certain age of the server, or for a moment now and then.
    { how: 'on one connection', times: 4, restMs: 2200, requests: last },
    { how: 'on one connection', times: 400, restMs: 10, requests: last },
    // For faults that show only after many requests, or connections.
    { how: 'on one connection', times: 2100, requests: last },
    { how: 'apart', times: 720, requests: last },
    ...more.flatMap((count): readonly Session[] => [
      { how: 'on one connection', times: 1, requests: withBefore(here, count) },
      { how: 'apart', times: 1, requests: withBefore(before, count) },
    ]),
  ]
  return sessions.filter((session) => JSON.stringify(session).length <= longestSession)
}
