/** Correct servers behind balancers and proxies, and with connections of their own mind. */
import { randomBytes } from 'node:crypto'
import { setTimeout as setEnd } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { adding, closing, replying, sending, unstored, byChance } from '../faults/replies.ts'
import { both, type Change, type Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { crowded } from '../triggers-between.ts'
import { is200, is401, onConnection } from '../triggers.ts'

function restingAtMost(ms: number): Change {
  return ({ pause, write }) => {
    const ends = new WeakMap<object, NodeJS.Timeout>()
    return {
      pause: (ask) => {
        clearTimeout(ends.get(ask.request.socket))
        return pause(ask)
      },
      write: (reply, ask) => {
        const { socket } = ask.request
        ask.response.once('finish', () => {
          clearTimeout(ends.get(socket))
          ends.set(socket, setEnd(() => socket.end(), ms).unref())
        })
        write(reply, ask)
      },
    }
  }
}

export const completed: Faults = {
  'served-by: Every answer names one of two machines.': replying((reply, ask) => withField(reply, 'X-Served-By', `node-${(ask?.number ?? 0) % 2}`)),
  'rate-told: Every answer tells how many requests are left.': replying((reply, ask) =>
    withField(withField(reply, 'RateLimit-Limit', '1000000'), 'RateLimit-Remaining', String(1_000_000 - (ask?.number ?? 0))),
  ),
  'balancer-cookie: A balancer sets a cookie with every answer.': replying((reply) =>
    withField(reply, 'Set-Cookie', `lb=${byChance()}; Path=/; HttpOnly`),
  ),
  'trace-told: Every answer names its trace.': replying((reply) =>
    withField(withField(reply, 'Traceresponse', `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`), 'CF-Ray', byChance()),
  ),
  'through-a-proxy: A proxy adds Via, Age and what it did.': adding(['Via', '1.1 edge'], ['Age', '0'], ['X-Cache', 'MISS']),
  'alt-svc: Another way to the same service is told.': adding(
    ['Alt-Svc', 'h3=":443"; ma=86400'],
    ['NEL', '{"report_to":"default","max_age":31536000}'],
  ),
  'sheds-load: While two hundred connections are open, it cannot serve now, and says when.': [
    both(unstored(503, 50_301, 'The service cannot answer now.'), sending('Retry-After', '1')),
    is200,
    crowded(200),
  ],
  'first-of-connection-slow: The first answer of each connection takes 60 milliseconds.': replying(async (reply, ask) => {
    if (ask?.onConnection === 1) await setTimeout(60)
    return reply
  }),
  'refused-tokens-later: Who is refused waits a tenth of a second for it.': [
    replying(async (reply) => {
      await setTimeout(100)
      return reply
    }),
    is401,
  ],
  'rests-a-second: A connection that was at rest for a second is closed.': restingAtMost(1000),
  'rests-half-closed: Who sends no more is not answered.': ({ write }) => ({
    write: (reply, ask) => {
      if (ask.request.socket.readableEnded) ask.request.socket.destroy()
      else write(reply, ask)
    },
  }),
  'close-fiftieth: A connection is closed behind its fiftieth answer, and that is said.': [closing, onConnection(50)],
}
