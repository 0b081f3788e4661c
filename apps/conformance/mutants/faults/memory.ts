/** Faults of memory: what one request leaves behind for another. Each start of a server forgets all. */
import { setTimeout } from 'node:timers/promises'
import type { Change } from '../mutant.ts'
import { type Ask, withBody, withField } from '../server/ask.ts'
import type { Steps } from '../server/reference.ts'
import { toOctets } from '../server/write-reply.ts'
import { asked } from './conditions.ts'

/** As where what a caller may see is loaded behind the first answer. */
export const emptyAtFirst: Change = ({ findPlants }) => {
  const known = new Set<unknown>()
  return {
    findPlants: (caller, ask) => {
      const isKnown = known.has(caller)
      known.add(caller)
      return isKnown ? findPlants(caller, ask) : Promise.resolve([])
    },
  }
}

/** Messages hold all those before them. */
export const growingMessage: Change = ({ encodeError }) => {
  let all = ''
  return {
    encodeError: (entry, ask) => {
      all += entry.message
      return encodeError({ ...entry, message: all }, ask)
    },
  }
}

/** A list has the length of the answer before it on its connection. */
export const repeatingLength: Change = ({ finish }) => {
  const before = new WeakMap<object, string>()
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      if (ask === undefined) return finished
      const { socket } = ask
      const last = before.get(socket)
      before.set(socket, String(Buffer.byteLength(reply.body)))
      return reply.status === 200 && last !== undefined
        ? withField(finished, 'Content-Length', last)
        : finished
    },
  }
}

/** Answers once more where content came. */
export const answeringContent: Change = ({ write }) => ({
  write: (reply, ask) => {
    write(reply, ask)
    if (Number(ask.headers['content-length'] ?? 0) === 0) return
    const surplus = toOctets({ status: 404, fields: [['Content-Length', '0']], body: '' })
    ask.response.once('finish', () => ask.socket.write(surplus))
  },
})

/** The head says that the connection stays, and it does. */
export const keptOpen: Change = ({ write }) => ({
  write: (reply, ask) => {
    ask.response.shouldKeepAlive = true
    write({ ...reply, fields: [...reply.fields, ['Connection', 'keep-alive']] }, ask)
  },
})

const waiting = ({ findPlants }: Steps): Pick<Steps, 'findPlants'> => ({
  findPlants: async (caller, ask) => {
    await setTimeout(50)
    return findPlants(caller, ask)
  },
})

/** Hands out the last list that was written. */
export const mixingBodies: Change = ({ encodeList, finish }) => {
  let last: string | Buffer = ''
  return {
    encodeList: (items, ask) => {
      last = encodeList(items, ask)
      return last
    },
    finish: async (reply, ask) => {
      await setTimeout(50)
      return finish(reply.status === 200 ? withBody(reply, last) : reply, ask)
    },
  }
}

/** The last limit that was read holds for all. */
export const sharingLimit: Change = (steps) => {
  let last: number | undefined
  return {
    ...waiting(steps),
    decodeLimit: (texts, ask) => {
      last = steps.decodeLimit(texts, ask)
      return last
    },
    cut: (found, _limit, ask) => steps.cut(found, last, ask),
  }
}

/** Tags that were ever sent pass for those of the list that is there: to whoever has the same key. */
export const rememberingTags =
  (keyOf: (ask: Ask) => string): Change =>
  ({ tag, isCurrent }) => {
    const sent = new Set<string>()
    return {
      tag: (body, ask) => {
        const own = tag(body, ask)
        sent.add(`${keyOf(ask)} ${own}`)
        return own
      },
      isCurrent: (own, ask) => isCurrent(own, ask) || sent.has(`${keyOf(ask)} ${asked(ask)}`),
    }
  }

/** The first list that was ever sent goes to whoever asks about changes. */
export const keepingFirst: Change = ({ encodeList }) => {
  let first: string | Buffer | undefined
  return {
    encodeList: (items, ask) => {
      const body = encodeList(items, ask)
      first ??= body
      return asked(ask) === '' ? body : first
    },
  }
}

/** What the step makes of the first request with a key, it makes of all with that key; undefined keeps nothing. */
export const keeping =
  (step: 'findPlants' | 'encodeList', keyOf: (ask: Ask) => unknown): Change =>
  (reference) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both steps are handed the request last
    const make = reference[step] as (from: unknown, ask: Ask) => unknown
    const kept = new Map<unknown, unknown>()
    const keep = (from: unknown, ask: Ask): unknown => {
      const key = keyOf(ask)
      if (key === undefined || !kept.has(key)) kept.set(key, make(from, ask))
      return kept.get(key)
    }
    return { [step]: keep }
  }
