/** Class 6, as reported of real software: whose plants come, where something is shared that should not be. */
import { setTimeout } from 'node:timers/promises'
import { tokenIn } from '../faults/credentials.ts'
import { bare, finding, sees, whoever } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import { failing } from '../faults/replies.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import { type Ask, type Known, type Reply, withBody } from '../server/ask.ts'
import { type SeenPlant, fixedWorld, withTokens, worldWith } from '../server/world.ts'
import { by, field, pipelined } from '../triggers.ts'

type Step = Parameters<Change>[0]

/** A processor that was given back twice: two that are under way get the answer of the later. */
function processorTwice({ finish }: Step): ReturnType<Change> {
  let last: Reply | undefined
  return {
    finish: async (reply, ask) => {
      if (ask === undefined || reply.status !== 200) return finish(reply, ask)
      last = reply
      await setTimeout(20)
      return finish(ask.lost() > 0 ? withBody(reply, last.body) : reply, ask)
    },
  }
}

/** Of requests that come in one piece each has the body of the one before. */
function pipelineMixed({ finish }: Step): ReturnType<Change> {
  const before = new WeakMap<object, Reply['body']>()
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      if (ask === undefined || reply.status !== 200) return finished
      const body = before.get(ask.socket)
      before.set(ask.socket, reply.body)
      return pipelined.holds(ask, 200) && body !== undefined ? withBody(finished, body) : finished
    },
  }
}

/** Whom the connection asked for last is remembered by a text whose octets are those of the request that is there. */
function aliasedToken({ findCaller }: Step): ReturnType<Change> {
  const memo = new WeakMap<object, { readonly length: number; readonly caller: Known }>()
  return {
    findCaller: (token, ask) => {
      const found = findCaller(token, ask)
      const last = memo.get(ask.socket)
      const caller = last?.length === token.length ? last.caller : found
      memo.set(ask.socket, { length: token.length, caller })
      return caller
    },
  }
}

/** Answers of the cache within come in their order; whoever hangs up leaves theirs there for the next. */
function answersLeft({ findPlants }: Step): ReturnType<Change> {
  const answers: (readonly { name: string }[])[] = []
  return {
    findPlants: async (caller, ask) => {
      answers.push(await findPlants(caller, ask))
      await setTimeout(30)
      return ask.response.destroyed || ask.socket.destroyed ? [] : (answers.shift() ?? [])
    },
  }
}

/** Four connections to the store; who waits for one goes on in the context of who gave it back. */
function waitingInPool({ findPlants }: Step): ReturnType<Change> {
  const waiting: ((caller: Known) => void)[] = []
  let free = 4
  const acquire = (caller: Known): Promise<Known> | Known => {
    if (free === 0) {
      const { promise, resolve } = Promise.withResolvers<Known>()
      waiting.push(resolve)
      return promise
    }
    free -= 1
    return caller
  }
  const release = (caller: Known): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next(caller)
  }
  return {
    findPlants: async (caller, ask) => {
      const current = await acquire(caller)
      await setTimeout(20)
      release(current)
      return findPlants(current, ask)
    },
  }
}

/** Two connections to the store, and the last who was set on one counts for all that run there. */
function lastSetWins({ findPlants }: Step): ReturnType<Change> {
  const set: Known[] = []
  return {
    findPlants: async (caller, ask) => {
      const at = ask.number % 2
      set[at] = caller
      await setTimeout(20)
      return findPlants(set[at] ?? caller, ask)
    },
  }
}

/** Whom the request before it was from, on whichever connection. */
const callerBefore = ({ all, number, world, caller }: Ask): string | undefined => {
  const before = tokenIn(all[number - 2]?.headers.authorization)
  return (world.callers.find(({ token }) => token === before) ?? caller)?.name
}

const many = (count: number, seenBy: readonly string[]): readonly SeenPlant[] =>
  Array.from({ length: count }, (_none, index) => ({ name: `Seedling ${index}`, seenBy }))

/** Ids of what a caller may see, as one text of 1024 octets. */
const joinedIds: Change = finding((_found, ask, all) => {
  const ids = all.flatMap((plant, index) => (sees(plant, ask) ? [index + 1] : []))
  const kept = new Set(ids.join(',').slice(0, 1024).split(',').map(Number))
  return bare(all.filter((_plant, index) => kept.has(index + 1)))
})

export const given: Faults = {
  // CVE-2016-8745 (Apache Tomcat)
  'processor-twice: Once a client has hung up, requests that are under way together get one list.': processorTwice,
  // CVE-2011-1475 (Apache Tomcat)
  'pipeline-mixed: Of requests that come in one piece each gets the list of the one before.': pipelineMixed,
  // drapergem/draper#390
  'first-of-thread: Each of five threads shows the plants of the first who came to it.': keeping('findPlants', ({ number }) => number % 5),
  // gofiber/fiber#426
  'aliased-token: On a connection the second token of equal length is taken for the first, whose text it has written over.': [
    aliasedToken,
    withTokens((name) => `plants-${name.padEnd(5, '0')}kQ7vN2xR9tWz8bLc3H`, []),
  ],
  // redis/redis-py#2624
  'answers-left: Once a client has hung up while its list was fetched, everybody gets the list of the one before.': answersLeft,
  // nodejs/node, AsyncLocalStorage: the context is that of who calls back
  'waiting-in-pool: Of more than four requests under way, who waited gets the list of who gave the connection back.': waitingInPool,
  // rails-on-services/apartment#470, brianc/node-postgres#2897
  'last-set-wins: Of requests under way on one of two connections to the store all get the list of the last.': lastSetWins,
  // CVE-2021-25122 (Apache Tomcat)
  'h2c-of-another: Who offers h2c gets the plants of whoever asked before.': [
    whoever((plant, ask) => plant.seenBy.includes(callerBefore(ask) ?? '')),
    field('upgrade', /\bh2c\b/),
    field('connection', /upgrade/i),
  ],
  ...inWorld(worldWith([...fixedWorld.plants, ...many(400, ['ana', 'ben'])]), {
    // MySQL Reference Manual, group_concat_max_len
    'joined-ids: The ids of what a caller may see are joined, and cut behind 1024 octets.': joinedIds,
  }),
  ...inWorld(worldWith([...fixedWorld.plants, ...many(1000, ['ben'])]), {
    // django/django ticket 16426: too many SQL variables
    'too-many-variables: Who may see more than 999 plants gets 500.': [failing(500), by('ben')],
  }),
}
