/** A correct implementation of the contract, in steps: a mutant is the reference with a step replaced. */
import { canonicalDecimal, type ErrorEntry, type Plant } from '@plant-store/contracts'
import { hash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Field } from '../../src/exchange.ts'
import { type Ask, type Known, Refusal, type Reply } from './ask.ts'
import { checkForm, fieldLines } from './check-form.ts'
import { withoutAccess } from './world.ts'
import { writeReply } from './write-reply.ts'

/** What may be wrong with a request, apart from its form. */
export type Check = 'path' | 'method' | 'place' | 'credential' | 'limit'

/** A plant's place in the response. */
export interface Place {
  readonly index: number
  readonly last: boolean
}

/** What becomes of content that the client holds back. A server that waits for it without asking waits for ever. */
type HeldContent = 'asked for' | 'done without' | 'waited for'

/** The steps that a request goes through. A step that refuses it throws a `Refusal`. */
export interface Steps {
  /** A store takes time, so requests that come together are under way together. */
  readonly pause: (ask: Ask) => Promise<void>
  /** What `Expect: 100-continue` leads to. */
  readonly heldContent: (ask: Ask) => HeldContent
  /** What becomes of a request whose `Expect` is anything else. */
  readonly expectation: (ask: Ask) => 'refused' | 'ignored'
  readonly checkForm: (ask: Ask) => void
  /** The checks in their order: the first that fails decides the response. */
  readonly order: readonly Check[]
  readonly checkPath: (ask: Ask) => void
  readonly checkMethod: (ask: Ask) => void
  /** Refuses a second credential, or one outside the Authorization header. */
  readonly checkPlace: (ask: Ask) => void
  readonly readToken: (ask: Ask) => string
  readonly findCaller: (token: string, ask: Ask) => Known
  readonly decodeLimit: (texts: readonly string[], ask: Ask) => number | undefined
  readonly findPlants: (caller: Known, ask: Ask) => Promise<readonly Plant[]>
  readonly cut: (plants: readonly Plant[], limit: number | undefined, ask: Ask) => readonly Plant[]
  readonly encodePlant: (plant: Plant, place: Place, ask: Ask) => string
  readonly encodeList: (plants: readonly string[], ask: Ask) => string | Buffer
  /** The message of a refusal. */
  readonly message: (entry: ErrorEntry, ask: Ask | undefined) => string
  readonly encodeError: (entry: ErrorEntry, ask: Ask | undefined) => string | Buffer
  readonly tag: (body: string | Buffer, ask: Ask) => string
  readonly isCurrent: (tag: string, ask: Ask) => boolean
  readonly listFields: (tag: string, ask: Ask) => readonly Field[]
  readonly errorFields: (entry: ErrorEntry, ask: Ask | undefined) => readonly Field[]
  /** The last look at a response. Without an ask, what it answers never became a request. */
  readonly finish: (reply: Reply, ask: Ask | undefined) => Reply | Promise<Reply>
  readonly write: (reply: Reply, ask: Ask) => void
}

const callersRequestId = /^[\w.:-]{1,64}$/
const bearerCredential = /^bearer +([\w.~+/-]+=*)$/i
const opaqueTag = /"[\x21\x23-\x7E\x80-\xFF]*"/g

/** Breaks nothing. */
export const reference: Steps = {
  pause: () => setImmediate(),
  heldContent: () => 'asked for',
  expectation: () => 'refused',
  checkForm: (ask) => checkForm(ask),
  order: ['path', 'method', 'place', 'credential', 'limit'],
  checkPath: ({ path }) => refuseUnless(path === '/plants', 'notFound'),
  checkMethod: ({ method }) => refuseUnless(method === 'GET' || method === 'HEAD', 'methodNotAllowed'),
  checkPlace: ({ request, query }) =>
    refuseUnless(
      fieldLines(request, 'authorization').length <= 1 && !query.has('access_token'),
      'misplacedCredential',
    ),
  readToken: ({ headers }) => {
    if (headers.authorization === undefined) {
      throw new Refusal('missingToken')
    }
    return found(bearerCredential.exec(headers.authorization)?.[1], 'refusedToken')
  },
  findCaller: (token, { world }) =>
    found(
      world.callers.find((caller) => caller.token === token),
      'refusedToken',
    ),
  decodeLimit: (texts) => {
    const [text] = texts
    if (text === undefined) {
      return undefined
    }
    refuseUnless(texts.length === 1 && text.length <= 10 && canonicalDecimal.test(text), 'invalidLimit')
    refuseUnless(Number(text) <= 2_147_483_647, 'invalidLimit')
    return Number(text)
  },
  findPlants: ({ name }, { world }) =>
    Promise.resolve(
      world.plants.filter(({ seenBy }) => seenBy.includes(name)).map((plant) => withoutAccess(plant)),
    ),
  cut: (plants, limit) => plants.slice(0, limit),
  encodePlant: (plant) => JSON.stringify(plant),
  encodeList: (plants) => `[${plants.join(',')}]`,
  message: ({ message }) => message,
  encodeError: ({ error, message }) => JSON.stringify({ error, message }),
  tag: (body) => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
  isCurrent: (tag, { headers }) => {
    const asked = headers['if-none-match'] ?? ''
    const tags: readonly string[] = asked.match(opaqueTag) ?? []
    return asked.trim() === '*' || tags.includes(tag.replace(/^W\//, ''))
  },
  listFields: (tag) => [
    ['Cache-Control', 'private, no-cache'],
    ['ETag', tag],
    ['Vary', 'Authorization'],
  ],
  errorFields: ({ error, status }) => [
    ['Cache-Control', 'no-store'],
    ...(status === 401 ? [challenge(error)] : []),
    ...(status === 405 ? [allow] : []),
  ],
  finish: (reply, ask) => ({
    ...reply,
    fields: [...reply.fields, ['X-Request-Id', ownId(ask) ?? randomUUID()]],
  }),
  write: writeReply,
}

/** The X-Request-Id of the request, where it has the right form. */
export function ownId(ask: Ask | undefined): string | undefined {
  const id = ask?.headers['x-request-id']
  return typeof id === 'string' && callersRequestId.test(id) ? id : undefined
}

const allow: Field = ['Allow', 'GET, HEAD']

const challenge = (error: number): Field => [
  'WWW-Authenticate',
  `Bearer realm="plant-store"${error === 40_102 ? ', error="invalid_token"' : ''}`,
]

function refuseUnless(isFine: boolean, cause: ConstructorParameters<typeof Refusal>[0]): void {
  if (!isFine) {
    throw new Refusal(cause)
  }
}

function found<Value>(value: Value | undefined, cause: ConstructorParameters<typeof Refusal>[0]): Value {
  if (value === undefined) {
    throw new Refusal(cause)
  }
  return value
}
