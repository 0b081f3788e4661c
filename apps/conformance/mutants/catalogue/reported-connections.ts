/** Time and state, as reported for real software: what a connection remembers, and how it ends. */
import { setTimeout as wait } from 'node:timers/promises'
import { unmeasured, writing } from '../faults/replies.ts'
import { lengthOf } from '../faults/routes.ts'
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

/** Answers 400 with this body instead, and closes the connection. */
const giveUp = (body: string): Change => writing((_reply, ask) => endWith(badRequest(body), ask))

const hadContent = (one: Earlier): boolean => one.method === 'GET' && lengthOf(one) > 0

const endless: Change = writing((reply, ask) => {
  const head = toOctets({ ...bodied(reply, ask), fields: [...unmeasured(reply), ['Connection', 'Keep-Alive']] })
  inTurn(ask, () => void ask.socket.write(head))
})

/** The idle timer of a connection was set twice and cancelled once; answers take a tenth of a second. */
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
  'version-field: The answer to a GET with a Version field has neither a length nor chunks, on a connection that is kept.': [
    endless,
    is200,
    method('GET'),
    field('version'),
  ],
  // Kludex/uvicorn#344
  'invalid-request-received: The second of two pipelined requests gets 400 as text.': [giveUp('Invalid HTTP request received.'), pipelined],
  // Kludex/uvicorn#824
  'leaked-timer: Five seconds after pipelined requests the connection is closed, whatever is under way.': leakedTimer,
}

export const completed: Faults = {
  // aspnet/KestrelHttpServer#2892
  'content-of-get: Right after a GET with content, the next request on the connection gets 400.': [giveUp(''), behind(hadContent)],
}
