/** Access: callers who are taken for others because of a connection, a session, or state that was left behind. */
import { randomUUID } from 'node:crypto'
import { senderOf, takenFor, tokenIn } from '../faults/credentials.ts'
import { seenBy } from '../faults/lists.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask, Known } from '../server/ask.ts'
import { crowdOf, type World } from '../server/world.ts'
import { behindAnywhere, inARow } from '../triggers-between.ts'
import { method } from '../triggers.ts'

/** Ten callers; the token of the ninth is the beginning of the tenth's. */
const tokens = ['plants-shared-7Qk', 'plants-shared-7Qk-v2']
const ten = crowdOf(10, 2)
const beginnings: World = { ...ten, callers: ten.callers.map(({ name, token }, at) => ({ name, token: tokens[at - 8] ?? token })) }

const sidOf = ({ headers }: Ask): string => /\bsid=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

/** A cookie names a session, which decides who the caller is. */
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

/** Takes every caller on a kept HTTP/1.0 connection for the first. */
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

/** Stops looking callers up on a connection after 33 lists for one caller in a row there. */
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

/** A shorter token overwrites only the beginning of the one before it on its connection. */
const tokenBuffer = takenFor((token, { earlier, world }) => {
  const before = tokenIn(earlier.at(-1)?.headers.authorization) ?? ''
  return world.callers.find((one) => one.token === token + before.slice(token.length))
})

export const given: Faults = {
  "context-left-by-head: Right after another caller's HEAD with a wrong limit, a GET gets that caller's list.": [
    seenBy((ask) => senderOf(ask.all[ask.number - 2], ask)),
    method('GET'),
    behindAnywhere(
      (one, ask) =>
        one.method === 'HEAD' && one.status === 400 && /[?&]limit=/.test(one.url) && one.headers.authorization !== ask.headers.authorization,
    ),
  ],
  'token-buffer: A token that is the beginning of the one before it on its connection is taken for that one.': [tokenBuffer, beginnings],
  'session-over-token: A session cookie of an earlier answer decides who the caller is, whatever valid token comes with it.': sessions,
  'old-kept-connection: On a kept HTTP/1.0 connection every caller is taken for the first.': firstOfOld,
  "trusted-after-32: After thirty-three lists of one caller in a row, a connection shows that caller's list to every caller.": trusted,
}
