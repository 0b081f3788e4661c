/** One request and the response to it, as the steps of the reference see them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCause, type ErrorEntry, errorCatalogue } from '@plant-store/contracts'
import { membersOf } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import type { World } from './world.ts'

/** A caller whose token was accepted. */
export type Known = World['callers'][number]

/** A request. The steps fill in the caller and the limit. */
export interface Ask {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly world: World
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly socket: IncomingMessage['socket']
  /** As it was sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** How many requests the server has received, this one included. */
  readonly number: number
  /** How many requests came on this connection, this one included. */
  readonly onConnection: number
  /** The requests before it on this connection. */
  readonly earlier: readonly Earlier[]
  /** What later requests may know of this one. */
  readonly trace: Earlier
  /** How long the connection was idle before it, in milliseconds. */
  readonly restedMs: number
  /** How long ago the server began to listen, in milliseconds. */
  readonly ageMs: number
  /** The connection it came on. */
  readonly connection: {
    /** Counted from 1 in the order in which they were opened. */
    readonly number: number
    /** How long ago it was opened, in milliseconds. */
    readonly ageMs: number
  }
  /** All requests that the server has received, on any connection, in order; later ones are added. */
  readonly all: readonly Earlier[]
  /** On how many other connections a request has begun but is not complete. */
  readonly begun: () => number
  /** How many clients have hung up on their requests since the server began. */
  readonly lost: () => number
  /** The bytes that came on its connection since the response before it; where there are very many, the last of them. */
  readonly came: () => string
  /** The content, as text. */
  content?: string
  /** How many pieces its head came in; 0 where it came together with the request before it. */
  readonly pieces: number
  /** The most requests under way at one time since this one began, itself included. */
  together: number
  caller?: Known
  limit?: number | undefined
}

/** What later requests may know of an earlier one. */
export interface Earlier {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly pieces: number
  /** When it came: the server's age in milliseconds. */
  atMs: number
  /** The status of the response, once there is one. */
  status?: number
}

/** A response. `Date` and `Connection` are added by the server. */
export interface Reply {
  readonly status: number
  readonly fields: readonly Field[]
  readonly body: string | Buffer
}

/** What a step throws when the request must be refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly entry: ErrorEntry

  constructor(cause: ErrorCause) {
    // Nobody reads where it was thrown, and to find that out takes a twentieth of the server's time.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(cause)
    Error.stackTraceLimit = stackTraceLimit
    this.entry = errorCatalogue[cause]
  }
}

/** The value of a header field of the reply; undefined when the reply lacks it. */
export function fieldOf({ fields }: Pick<Reply, 'fields'>, name: string): string | undefined {
  return fields.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1]
}

/** The reply with the header field set or, for undefined, without it. */
export function withField(reply: Reply, name: string, value: string | undefined): Reply {
  const at = reply.fields.findIndex(([given]) => given.toLowerCase() === name.toLowerCase())
  const field: readonly Field[] = value === undefined ? [] : [[name, value]]
  const fields = at === -1 ? [...reply.fields, ...field] : reply.fields.toSpliced(at, 1, ...field)
  return { ...reply, fields }
}

/** The reply with this Vary, and with what it varied by before. */
export function withVary(reply: Reply, value: string): Reply {
  const names = membersOf(value)
  const others = membersOf(fieldOf(reply, 'Vary') ?? '').filter((name) => !names.includes(name))
  return withField(reply, 'Vary', names.includes('*') ? value : [value, ...others].join(', '))
}

/** The reply with another body, and the length of that. */
export function withBody(reply: Reply, body: string | Buffer): Reply {
  return withField({ ...reply, body }, 'Content-Length', String(Buffer.byteLength(body)))
}
