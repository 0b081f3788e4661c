/** Correct servers that differ in when they close connections, and in when they answer. */
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { adding, byChance, closing, delaying, hinting, unmeasured, writing } from '../faults/replies.ts'
import { lengthOf } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Ask, type Reply, withBody } from '../server/ask.ts'
import { bodied, inTurn, toOctets } from '../server/write-reply.ts'
import { all, field, http10, is200, method, not, refusal, request } from '../triggers.ts'

const wholly = all(is200, method('GET'), not(http10))

const hasContent = (ask: Ask): boolean => lengthOf(ask) > 0 || 'transfer-encoding' in ask.headers

/** A connection: its latest request, and what will close it. */
interface Connection {
  latest: Ask
  end?: NodeJS.Timeout
}

/** Closes connections on which nothing came for `ms` milliseconds and no answer is due, with a last word if there is one. */
const restingAtMost =
  (ms: number, lastWord: () => Buffer | string = () => ''): Change =>
  ({ pause, write }) => {
    const connections = new WeakMap<object, Connection>()
    return {
      pause: (ask) => {
        const { socket } = ask
        const known = connections.get(socket)
        if (known === undefined) {
          const connection: Connection = { latest: ask }
          connections.set(socket, connection)
          // A request begins with its first octet; its content may come much later.
          socket.on('data', () => clearTimeout(connection.end))
        } else {
          known.latest = ask
          clearTimeout(known.end)
        }
        return pause(ask)
      },
      write: (reply, ask) => {
        const { socket } = ask
        const end = (): void => {
          if (socket.writable) socket.end(lastWord())
        }
        ask.response.once('finish', () => {
          const connection = connections.get(socket)
          if (connection?.latest === ask) connection.end = setTimeout(end, ms).unref()
        })
        write(reply, ask)
      },
    }
  }

function timeout(): Buffer {
  const reply: Reply = {
    status: 408,
    fields: [
      ['Cache-Control', 'no-store'],
      ['Content-Type', 'application/json'],
      ['X-Request-Id', byChance()],
      ['Connection', 'close'],
    ],
    body: '',
  }
  return toOctets(withBody(reply, '{"error":40801,"message":"The request did not arrive in time."}'))
}

/** Closes the connection behind the answer, which does not say so: that is asked for, but not required (RFC 9112, 9.6). */
const ending: Change = ({ write }) => ({
  write: (reply, ask) => {
    ask.response.once('finish', () => ask.socket.end())
    write(reply, ask)
  },
})

/** After every so many answers, closes all connections on which no request has begun: as when workers are replaced. */
const replacing =
  (count: number): Change =>
  ({ pause, write }) => {
    const idle = new Map<Socket, boolean>()
    let answers = 0
    return {
      pause: (ask) => {
        const { socket } = ask
        if (!idle.has(socket)) {
          socket.on('data', () => idle.set(socket, false))
          socket.once('close', () => idle.delete(socket))
        }
        idle.set(socket, false)
        return pause(ask)
      },
      write: (reply, ask) => {
        ask.response.once('finish', () => {
          idle.set(ask.socket, true)
          answers += 1
          if (answers % count > 0) return
          for (const [socket, isIdle] of idle) if (isIdle) socket.end()
        })
        write(reply, ask)
      },
    }
  }

/** Sends the head, and a little later the body. */
const headFirst: Change = writing((reply, { response }) => {
  response.writeHead(reply.status, unmeasured(reply).flat())
  response.flushHeaders()
  setTimeout(() => response.end(reply.body), 40)
})

/** Makes all answers of the service one after another. */
const inLine: Change = ({ pause }) => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    pause: (ask) => {
      const own = last.then(() => wait(1)).then(() => pause(ask))
      last = own
      return own
    },
  }
}

/** Closes the connection two seconds after the answer. */
const closingLate: Change = writing((reply, ask) => {
  const octets = toOctets({ ...bodied(reply, ask), fields: [...reply.fields, ['Connection', 'close']] })
  inTurn(ask, () => {
    ask.socket.write(octets)
    setTimeout(() => ask.socket.end(), 2000).unref()
  })
})

export const completed: Faults = {
  'continue-unasked: A 100 precedes each list, although no client asked for it.': [hinting('100 Continue'), wholly],
  'close-behind-content: A connection is closed after a request with content, and the answer says so.': [closing, request(hasContent)],
  'rests-a-second: A connection that was idle for a second is closed.': restingAtMost(1000),
  'rests-a-moment: A connection that was idle for twenty milliseconds is closed.': restingAtMost(20),
  'ends-behind-refusal: A connection is closed behind a refusal, which does not say so.': [ending, refusal],
  'workers-replaced: After every five hundred answers all idle connections are closed.': replacing(500),
  '408-at-rest: A connection that was idle for two and a half seconds gets 408 and is closed.': restingAtMost(2500, timeout),
  'head-then-body: The head of a list is sent at once, and its body forty milliseconds later.': [headFirst, wholly],
  "warming: For the server's first two seconds every answer takes 250 milliseconds.": delaying((ask) =>
    ask !== undefined && ask.ageMs < 2000 ? 250 : 0,
  ),
  'in-line: All answers are made one after another, across all connections.': inLine,
  'closes-late: A connection that the client asks to close is closed two seconds after the answer.': [
    closingLate,
    field('connection', /(?:^|[ ,])close(?:$|[ ,])/i),
  ],
  'connection-options: Connection names a field of the answer that is for this connection only.': [
    adding(['X-Hop', '1'], ['Connection', 'keep-alive, X-Hop']),
    request(({ response }) => response.shouldKeepAlive),
  ],
}
