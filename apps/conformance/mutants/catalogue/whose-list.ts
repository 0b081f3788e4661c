/** Class 6, continued: who is taken for somebody else, by a connection, a session, or what was left behind. */
import { randomUUID } from 'node:crypto'
import { senderOf, tokenIn } from '../faults/credentials.ts'
import { bare, finding } from '../faults/lists.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask, Known } from '../server/ask.ts'
import { crowdOf, type World } from '../server/world.ts'
import { behindAnywhere, inARow } from '../triggers-between.ts'
import { method } from '../triggers.ts'

/** Ten people; the token of the ninth is the beginning of that of the tenth. */
const tokens = ['plants-shared-7Qk', 'plants-shared-7Qk-v2']
const ten = crowdOf(10, 2)
const beginnings: World = { ...ten, callers: ten.callers.map(({ name, token }, at) => ({ name, token: tokens[at - 8] ?? token })) }

/** Whose HEAD with a wrong limit it was. */
const leftBehind = finding((found, ask, each) => {
  const name = senderOf(ask.all[ask.number - 2], ask)
  return name === undefined ? found : bare(each.filter(({ seenBy }) => seenBy.includes(name)))
})

const sidOf = ({ headers }: Ask): string => /\bsid=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

/** A cookie names a session, which says who asks. */
const sessions: Change = ({ findCaller, finish }) => {
  const known = new Map<string, Known>()
  return {
    findCaller: (token, ask) => {
      const own = findCaller(token, ask)
      return known.get(sidOf(ask)) ?? own
    },
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (ask?.caller === undefined || reply.status !== 200 || known.has(sidOf(ask))) return reply
      const sid = randomUUID()
      known.set(sid, ask.caller)
      return { ...reply, fields: [...reply.fields, ['Set-Cookie', `sid=${sid}; Path=/; HttpOnly`]] }
    },
  }
}

/** On a connection that HTTP/1.0 keeps, who asked first is not looked up again. */
const firstOfOld: Change = ({ findCaller }) => {
  const first = new WeakMap<object, Known>()
  return {
    findCaller: (token, ask) => {
      const known = findCaller(token, ask)
      if (ask.request.httpVersion !== '1.0') return known
      const kept = first.get(ask.socket) ?? known
      first.set(ask.socket, kept)
      return kept
    },
  }
}

/** Who asked so often in a row on a connection is not looked up again there. */
const trusted: Change = ({ findCaller }) => {
  const kept = new WeakMap<object, Known>()
  return {
    findCaller: (token, ask) => {
      const known = kept.get(ask.socket)
      if (known !== undefined) return known
      const own = findCaller(token, ask)
      const { authorization } = ask.headers
      if (inARow(ask.earlier, 32, ({ headers, status }) => headers.authorization === authorization && status === 200)) kept.set(ask.socket, own)
      return own
    },
  }
}

/** A shorter token leaves the end of the one before it on its connection where it stood. */
const tokenBuffer: Change = ({ findCaller }) => ({
  findCaller: (token, ask) => {
    const own = findCaller(token, ask)
    const before = tokenIn(ask.earlier.at(-1)?.headers.authorization) ?? ''
    return ask.world.callers.find((one) => one.token === token + before.slice(token.length)) ?? own
  },
})

export const given: Faults = {
  'context-left-by-head: Behind HEAD with a wrong limit the next list, of somebody else, is that of who sent it.': [
    leftBehind,
    method('GET'),
    behindAnywhere(
      (one, ask) =>
        one.method === 'HEAD' && one.status === 400 && /[?&]limit=/.test(one.url) && one.headers.authorization !== ask.headers.authorization,
    ),
  ],
  'token-buffer: A token that is the beginning of the one before it on its connection is taken for that one.': [tokenBuffer, beginnings],
  'session-over-token: A session that a cookie of an answer names says who asks, whatever good token comes with it.': sessions,
  'old-kept-connection: On a connection that HTTP/1.0 keeps everybody is the first who asked.': firstOfOld,
  'trusted-after-32: Behind thirty-three lists of one caller in a row a connection shows that list to whoever asks.': trusted,
}
