/** Faults of memory: what one request leaves behind for another. A server that is started again has forgotten it. */
import type { Change } from '../mutant.ts'
import { type Ask, fieldOf, withField } from '../server/ask.ts'
import { toBytes } from '../server/write-reply.ts'
import { asked } from './conditions.ts'
import { lengthOf } from './routes.ts'

/** Sends a second response where the request had content. */
export const answeringContent: Change = ({ write }) => ({
  write: (reply, ask) => {
    write(reply, ask)
    if (lengthOf(ask) === 0) return
    const surplus = toBytes({ status: 404, fields: [['Content-Length', '0']], body: '' })
    ask.response.once('finish', () => ask.socket.write(surplus))
  },
})

/** Takes any tag that was ever sent for that of the current list, from all requests with the same key. */
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

/** The step's result for the first request with a key is used for all with that key. An undefined key keeps nothing. */
export const keeping =
  (step: 'findPlants' | 'encodeList', keyOf: (ask: Ask) => unknown): Change =>
  (reference) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both steps take the request last
    const make = reference[step] as (from: unknown, ask: Ask) => unknown
    const kept = new Map<unknown, unknown>()
    const keep = (from: unknown, ask: Ask): unknown => {
      const key = keyOf(ask)
      if (key === undefined || !kept.has(key)) kept.set(key, make(from, ask))
      return kept.get(key)
    }
    return { [step]: keep }
  }

/** The header field of the first response to requests with a key is sent with all of them. */
export const fieldKept =
  (name: string, keyOf: (ask: Ask) => unknown): Change =>
  ({ finish }) => {
    const kept = new Map<unknown, string | undefined>()
    return {
      finish: async (given, ask) => {
        const reply = await finish(given, ask)
        if (ask === undefined) return reply
        const key = keyOf(ask)
        if (!kept.has(key)) kept.set(key, fieldOf(reply, name))
        return withField(reply, name, kept.get(key))
      },
    }
  }
