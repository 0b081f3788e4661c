/** One request and the answer to it, as the steps of the reference see them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCause, type ErrorEntry, errorCatalogue } from '@plant-store/contracts'
import type { Field } from '../../src/exchange.ts'
import type { World } from './world.ts'

/** Somebody whose token was accepted. */
export type Known = World['callers'][number]

/** A request. The steps fill in who asks, and for how many. */
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
  /** How many requests the server has got, this one included. */
  readonly number: number
  /** How many came on this connection, this one included. */
  readonly onConnection: number
  /** Ends the server as a crash would: no answer, and no new connections. */
  readonly crash: () => void
  /** What came before it on this connection. */
  readonly earlier: readonly Earlier[]
  /** What later ones may know of this one. */
  readonly trace: Earlier
  /** How long the connection was at rest before it, in milliseconds. */
  readonly restedMs: number
  /** How long ago the server began to listen, in milliseconds. */
  readonly ageMs: number
  /** The connection that it came on. */
  readonly connection: {
    /** Counted from 1 in the order in which they were opened. */
    readonly number: number
    /** How long ago it was opened, in milliseconds. */
    readonly ageMs: number
  }
  /** All requests that the server has got, on whichever connection, in their order; later ones are added. */
  readonly all: readonly Earlier[]
  /** How many connections are open. */
  readonly open: () => number
  /** On how many others a request has begun that is not there yet. */
  readonly begun: () => number
  /** How many clients hung up on requests of theirs since the server began. */
  readonly lost: () => number
  /** What came on its connection since the answer before it, octet by octet; of very much the end. */
  readonly came: () => string
  /** In how many pieces its head came; 0 where it came together with the request before it. */
  readonly pieces: number
  /** The most that were under way at one time since this one began, itself included. */
  together: number
  /** How many clients hung up on requests of theirs since this one began. */
  hungUp: number
  caller?: Known
  limit?: number | undefined
}

/** What later requests on a connection may know of one. */
export interface Earlier {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly pieces: number
  /** When it came, in milliseconds of the server's age. */
  readonly atMs: number
  /** Of the answer, once there is one. */
  status?: number
}

/** An answer. `Date` and `Connection` are added by the server. */
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
    super(cause)
    this.entry = errorCatalogue[cause]
  }
}

/** The value of a field of the reply; undefined when it carries none. */
export function fieldOf({ fields }: Pick<Reply, 'fields'>, name: string): string | undefined {
  return fields.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1]
}

/** The reply with the field set, or, for undefined, without it. */
export function withField(reply: Reply, name: string, value: string | undefined): Reply {
  const at = reply.fields.findIndex(([given]) => given.toLowerCase() === name.toLowerCase())
  const field: readonly Field[] = value === undefined ? [] : [[name, value]]
  const fields = at === -1 ? [...reply.fields, ...field] : reply.fields.toSpliced(at, 1, ...field)
  return { ...reply, fields }
}

/** The reply with another body, and the length of it. */
export function withBody(reply: Reply, body: string | Buffer): Reply {
  return withField({ ...reply, body }, 'Content-Length', String(Buffer.byteLength(body)))
}
