/** A server that answers what a test wants, to show what the runner of the table notices. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The parts of an answer that tests corrupt. */
export interface Canned {
  readonly status: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** 1.1 unless given. */
  readonly version?: string
  /** What precedes the answer. */
  readonly before?: string
  /** What follows the body, though nothing should. */
  readonly surplus?: string
  /** Whether the connection is closed afterwards. */
  readonly closes?: boolean
}

/** The answer as sent over the wire. Its length is that of the body unless the headers say otherwise. */
export function wire({ version = '1.1', status, headers, body, before = '', surplus = '' }: Canned): Buffer {
  const all = { 'Content-Length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${before}HTTP/${version} ${status}\r\n${lines.join('')}\r\n${body}${surplus}`)
}

/** Answers the first request of every connection with `first`, and each further one with `next`. */
export async function serveCanned(first: Canned, next: Canned): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer((socket) => {
    let answer = first
    socket.on('error', () => {})
    socket.on('data', () => {
      socket.write(wire(answer))
      if (answer.closes === true) {
        socket.destroySoon()
      }
      answer = next
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: portOf(server), [Symbol.asyncDispose]: () => closeServer(server) }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function closeServer(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
