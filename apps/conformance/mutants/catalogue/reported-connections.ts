/** Class 10, as reported of real software: what a connection remembers, and how it ends. */
import { setTimeout as wait } from 'node:timers/promises'
import { unmeasured, writing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Earlier } from '../server/ask.ts'
import { bodied, endWith, inTurn, toOctets } from '../server/write-reply.ts'
import { behind, field, is200, method, pipelined } from '../triggers.ts'

const badRequest = (body: string): Buffer =>
  toOctets({
    status: 400,
    fields: [
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Length', String(body.length)],
      ['Connection', 'close'],
    ],
    body,
  })

/** Answers with this in place of the answer, and closes. */
const giveUp = (body: string): Change => writing((_reply, ask) => endWith(badRequest(body), ask))

const hadContent = ({ method: name, headers }: Earlier): boolean => name === 'GET' && Number(headers['content-length'] ?? 0) > 0

/** An answer whose end nobody can tell, on a connection that is kept. */
const endless: Change = writing((reply, ask) => {
  const head = toOctets({ ...bodied(reply, ask), fields: [...unmeasured(reply), ['Connection', 'Keep-Alive']] })
  inTurn(ask, () => void ask.socket.write(head))
})

/** The timer of a connection at rest that was set twice, and cancelled once, where an answer takes a while. */
function leakedTimer({ pause }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    pause: async (ask) => {
      if (ask.pieces === 0) setTimeout(() => ask.socket.destroy(), 5000).unref()
      await wait(100)
      await pause(ask)
    },
  }
}

export const given: Faults = {
  // puma/puma#1565
  'version-field: With a field Version a list has neither length nor chunks, on a connection that is kept.': [
    endless,
    is200,
    method('GET'),
    field('version'),
  ],
  // Kludex/uvicorn#344
  'invalid-request-received: The second of requests that come in one piece gets 400 as text.': [giveUp('Invalid HTTP request received.'), pipelined],
  // Kludex/uvicorn#824
  'leaked-timer: Five seconds behind a request that came with the one before it the connection ends, whatever is under way.': leakedTimer,
}

export const completed: Faults = {
  // aspnet/KestrelHttpServer#2892
  'content-of-get: Behind GET with content the next request on the connection gets 400.': [giveUp(''), behind(hadContent)],
}
