/** How connections end, and content that nobody reads. */
import { answering, bodyless, closing, unmeasured, writing } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Reply } from '../server/ask.ts'
import { type SeenPlant, fixedWorld, worldWith } from '../server/world.ts'
import { bodied, inTurn, toBytes } from '../server/write-reply.ts'
import { behind, field, http10, is200, method, not, pipelined, request, status, wouldKeep } from '../triggers.ts'
import { answeringContent } from '../faults/memory.ts'
import { lengthOf, stricter } from '../faults/routes.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** Writes responses as these bytes, bypassing Node, and leaves the connection as it is. */
const leavingOpen = (bytesOf: (reply: Reply) => Buffer): Change =>
  writing((reply, ask) => inTurn(ask, () => void ask.socket.write(bytesOf(bodied(reply, ask)))))

/** Cuts the connection when the client has not taken the whole response within a second. */
const impatient: Change = ({ write }) => ({
  write: (reply, ask) => {
    write(reply, ask)
    setTimeout(() => ask.response.writableFinished || ask.socket.destroy(), 1000).unref()
  },
})

/** Some plants have very long names, so the list takes several megabytes. */
const heavy = worldWith([
  ...fixedWorld.plants,
  ...Array.from({ length: 6 }, (_none, index): SeenPlant => ({ name: `${index} ${'Fern '.repeat(200_000)}`, seenBy: ['ana'] })),
])

/** The idle timer of a connection was set twice and cancelled once; responses take a tenth of a second. */
const leakedTimer: Change = ({ pause }) => ({
  pause: async (ask) => {
    if (ask.pieces === 0) setTimeout(() => ask.socket.destroy(), 5000).unref()
    await wait(100)
    await pause(ask)
  },
})

export const given: Faults = {
  'slow-reader: A client that takes more than a second to read a response is cut off in the middle of it.': [impatient, heavy],
  'hasty: A client that takes a third of a second to send the head of its first request in pieces gets 408.': [
    stricter((ask) => ask.pieces >= 2 && ask.onConnection === 1 && ask.connection.ageMs > 350, 'requestTimeout'),
    on(status(408), closing),
  ],

  // puma/puma#1565
  'version-field: The response to a GET with a Version field has neither a length nor chunks, on a connection that is kept.': [
    leavingOpen((reply) => toBytes({ ...reply, body: '', fields: [...unmeasured(reply), ['Connection', 'Keep-Alive']] })),
    is200,
    method('GET'),
    field('version'),
  ],
  // Kludex/uvicorn#344
  'invalid-request-received: The second of two pipelined requests gets 400 as text.': [
    answering(400, 'Invalid HTTP request received.', 'text/plain; charset=utf-8'),
    closing,
    pipelined,
  ],
  // Kludex/uvicorn#824
  'leaked-timer: Five seconds after pipelined requests the connection is closed, whatever is under way.': leakedTimer,
}

export const completed: Faults = {
  'old-stays-open: After a response to an HTTP/1.0 client the connection stays open, although the response says Connection: close.': [
    leavingOpen((reply) => toBytes({ ...reply, fields: [...reply.fields, ['Connection', 'close']] })),
    http10,
    not(wouldKeep),
  ],

  'content-behind-401: More than ten thousand bytes of content with a refused token are taken for the next request.': [
    answeringContent,
    request((ask) => ask.trace.status === 401 && lengthOf(ask) > 10_000),
  ],

  // aspnet/KestrelHttpServer#2892
  'content-of-get: Right after a GET with content, the next request on the connection gets 400.': [
    bodyless(400),
    closing,
    behind((one) => one.method === 'GET' && lengthOf(one) > 0),
  ],
}
