/** How connections end, and content that nobody reads. */
import { closing, evenWithBody, unmeasured, writing } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Ask, Earlier, Reply } from '../server/ask.ts'
import { type SeenPlant, fixedWorld, worldWith } from '../server/world.ts'
import { bodied, endWith, inTurn, toOctets } from '../server/write-reply.ts'
import { behind, field, http10, is200, method, not, pipelined, request, rested, status, wouldKeep } from '../triggers.ts'
import { lengthOf, stricter } from '../faults/routes.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** Writes answers with these fields, bypassing Node, and leaves the connection as it is. */
const leavingOpen = (fieldsOf: (reply: Reply) => Reply['fields'], bodyOf = bodied): Change =>
  writing((reply, ask) => {
    const octets = toOctets({ ...bodyOf(reply, ask), fields: fieldsOf(reply) })
    inTurn(ask, () => void ask.socket.write(octets))
  })

const patienceMs = 1000

/** Cuts the connection when the client has not taken the whole answer in time. */
const impatient: Change = ({ write }) => ({
  write: (reply, ask) => {
    write(reply, ask)
    const cut = (): void => {
      if (!ask.response.writableFinished && !ask.socket.destroyed) ask.socket.destroy()
    }
    setTimeout(cut, patienceMs).unref()
  },
})

/** Some plants have very long names, so the list takes several megabytes. */
const heavy = worldWith([
  ...fixedWorld.plants,
  ...Array.from({ length: 6 }, (_none, index): SeenPlant => ({ name: `${index} ${'Fern '.repeat(200_000)}`, seenBy: ['ana'] })),
])

const malformed: Reply = {
  status: 400,
  fields: [
    ['Cache-Control', 'no-store'],
    ['Content-Length', '0'],
    ['Connection', 'close'],
  ],
  body: '',
}

/** Answers without reading all of the content, and takes the rest for the next request. */
const leavingContent: Change = ({ write }) => ({
  write: (reply, ask) => {
    ask.response.once('finish', () => ask.socket.end(toOctets(malformed)))
    write(reply, ask)
  },
})

const lateMs = 200

/** Leaves content that comes late after the head. */
const leavingLateContent: Change = (reference) => {
  const startedAt = performance.now()
  const late = new WeakSet<Ask>()
  return {
    checkForm: (ask) => {
      if (lengthOf(ask) > 0 && performance.now() - startedAt - ask.ageMs >= lateMs) late.add(ask)
      reference.checkForm(ask)
    },
    ...on(
      request((ask) => late.has(ask)),
      leavingContent,
    )(reference),
  }
}

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
  'slow-reader: A client that takes more than a second to read an answer is cut off in the middle of it.': [impatient, heavy],
  'hasty: A client that takes a third of a second to send the head of its first request in pieces gets 408.': [
    stricter((ask) => ask.pieces >= 2 && ask.onConnection === 1 && ask.connection.ageMs > 350, 'requestTimeout'),
    on(status(408), closing),
  ],

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
  'head-with-body-after-rest: After a connection has been idle for a second, HEAD is answered with a body.': [
    evenWithBody,
    method('HEAD'),
    rested(1000),
  ],
  'old-stays-open: After an answer to an HTTP/1.0 client the connection stays open, although the answer says Connection: close.': [
    leavingOpen(({ fields }) => [...fields, ['Connection', 'close']]),
    http10,
    not(wouldKeep),
  ],

  'late-content: Content that comes a fifth of a second after the head is taken for the next request.': leavingLateContent,
  'content-behind-401: More than ten thousand octets of content with a refused token are taken for the next request.': [
    leavingContent,
    request((ask) => ask.trace.status === 401 && lengthOf(ask) > 10_000),
  ],

  // aspnet/KestrelHttpServer#2892
  'content-of-get: Right after a GET with content, the next request on the connection gets 400.': [giveUp(''), behind(hadContent)],
}
