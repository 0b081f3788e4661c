/** Access, as reported for real software: whose plants a caller gets where something is shared that should not be. */
import { setTimeout } from 'node:timers/promises'
import { senderOf } from '../faults/credentials.ts'
import { bare, finding, seenBy, sees } from '../faults/lists.ts'
import { keeping } from '../faults/memory.ts'
import { failing } from '../faults/replies.ts'
import { type Change, type Faults, inWorld } from '../mutant.ts'
import { type Known, type Reply, withBody } from '../server/ask.ts'
import { type SeenPlant, fixedWorld, withTokens, worldWith } from '../server/world.ts'
import { by, field, pipelined } from '../triggers.ts'

type Step = Parameters<Change>[0]

/** A processor that was returned to its pool twice: requests under way together get the answer of the latest. */
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

/** The connection remembers its last token as a slice of the input buffer, which the next request overwrites. */
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

/** The internal cache replies in order; a client that hangs up leaves its reply there for the next request. */
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

/** Four connections to the store; a request that waits for one goes on in the context of the request that returned it. */
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

const many = (count: number, ...who: readonly string[]): readonly SeenPlant[] =>
  Array.from({ length: count }, (_none, index) => ({ name: `Seedling ${index}`, seenBy: who }))

const joinedIds: Change = finding((_found, ask, all) => {
  const ids = all.flatMap((plant, index) => (sees(plant, ask) ? [index + 1] : []))
  const kept = new Set(ids.join(',').slice(0, 1024).split(',').map(Number))
  return bare(all.filter((_plant, index) => kept.has(index + 1)))
})

export const given: Faults = {
  // CVE-2016-8745 (Apache Tomcat)
  'processor-twice: Once a client has hung up, requests that are under way together all get the same list.': processorTwice,
  // CVE-2011-1475 (Apache Tomcat)
  'pipeline-mixed: Each pipelined request gets the list of the one before it.': pipelineMixed,
  // drapergem/draper#390
  "first-of-thread: Each of five threads shows everyone its first caller's plants.": keeping('findPlants', ({ number }) => number % 5),
  // gofiber/fiber#426
  'aliased-token: On a connection, a token as long as the one before it is taken for that one, whose text it has overwritten.': [
    aliasedToken,
    withTokens((name) => `plants-${name.padEnd(5, '0')}kQ7vN2xR9tWz8bLc3H`, []),
  ],
  // redis/redis-py#2624
  'answers-left: Once a client has hung up while its list was fetched, every request gets the list of the one before it.': answersLeft,
  // nodejs/node, AsyncLocalStorage: the context is that of the code that calls back
  'waiting-in-pool: Of more than four requests under way, one that had to wait gets the plants of the caller it waited for.': waitingInPool,
  // rails-on-services/apartment#470, brianc/node-postgres#2897
  "last-set-wins: The store has two connections, and requests under way on the same one all get the plants of the last one's caller.": lastSetWins,
  // CVE-2021-25122 (Apache Tomcat)
  'h2c-of-another: A request that offers h2c gets the plants of the caller who sent the request before it, on any connection.': [
    seenBy((ask) => senderOf(ask.all[ask.number - 2], ask)),
    field('upgrade', /\bh2c\b/),
    field('connection', /upgrade/i),
  ],
  ...inWorld(worldWith([...fixedWorld.plants, ...many(400, 'ana', 'ben')]), {
    // MySQL Reference Manual, group_concat_max_len
    'joined-ids: The ids of the plants that a caller may see are joined into one text, which is cut off after 1024 octets.': joinedIds,
  }),
  ...inWorld(worldWith([...fixedWorld.plants, ...many(1000, 'ben')]), {
    // django/django ticket 16426: too many SQL variables
    'too-many-variables: A caller who may see more than 999 plants gets 500.': [failing(500), by('ben')],
  }),
}
