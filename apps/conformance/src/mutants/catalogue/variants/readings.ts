/** Variants: what other parsers and libraries make of requests, and of what they send. */
import { createHmac } from 'node:crypto'
import type { Socket } from 'node:net'
import { inTurn, send, stranger, wholeList } from '../../demonstration.ts'
import { admitting } from '../../faults/credentials.ts'
import { both, replying, sending } from '../../faults/replies.ts'
import { Refusal } from '../../ask.ts'
import { type Change, givenVariant, type Variant, variant } from '../../mutant.ts'
import { status, type When, when } from '../../when.ts'
import { fixedWorld, type World } from '../../world.ts'

/** A token as libraries for JWT make it. */
function jwtFor(name: string): string {
  const [head, claims] = [{ alg: 'HS256', typ: 'JWT' }, { sub: name }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = createHmac('sha256', 'a key for variants').update(`${head}.${claims}`).digest('base64url')
  return `${head}.${claims}.${signature}`
}

const jwtWorld: World = {
  ...fixedWorld,
  callers: fixedWorld.callers.map(({ name }) => ({ name, token: jwtFor(name) })),
}

/** The signature as octets: what is decoded leniently may be spelled in several ways. */
const decoded = (token: string): string => {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + Buffer.from(token.slice(at), 'base64url').toString('hex')
}

const decoding: Change = admitting(
  (token, { world }) => world.callers.find((caller) => decoded(caller.token) === decoded(token))?.token,
)

const blanks: Change = replying((reply) => ({
  ...reply,
  fields: reply.fields.map(([name, value]) => [name, name === 'Content-Length' ? value : `${value} \t`]),
}))

const rareMethods = new Set(['PURGE', 'SOURCE', 'NOTIFY', 'SUBSCRIBE', 'UNSUBSCRIBE', 'M-SEARCH', 'QUERY'])

const withoutRareMethods: Change = ({ checkPath }) => ({
  checkPath: (ask) => {
    if (rareMethods.has(ask.method)) throw new Refusal('malformedRequest')
    checkPath(ask)
  },
})

/** As Go reads a query: a part with a semicolon, or with a percent sign that begins no code, is none. */
const droppingParts: Change = ({ decodeLimit }) => ({
  decodeLimit: (_texts, ask) => {
    const [, query = ''] = /\?(.*)/s.exec(ask.request.url ?? '') ?? []
    const parts = query.split('&').filter((part) => !/;|%(?![\da-f]{2})/i.test(part))
    return decodeLimit(
      parts.length === 0 ? [] : new URLSearchParams(`?${parts.join('&')}`).getAll('limit'),
      ask,
    )
  },
})

/** A request that comes before the last answer has left is the end of its connection. */
const oneAtATime: Change = ({ pause, write }) => {
  const busy = new Map<Socket, number>()
  const change = (socket: Socket, by: number): number => {
    const count = (busy.get(socket) ?? 0) + by
    busy.set(socket, count)
    return count
  }
  return {
    pause: async (ask) => {
      if (change(ask.request.socket, 1) > 1) ask.request.socket.destroy()
      await pause(ask)
    },
    write: (reply, ask) => {
      ask.response.once('finish', () => change(ask.request.socket, -1))
      write(reply, ask)
    },
  }
}

const hasCredential: When = (ask) => ask?.request.headers.authorization !== undefined

export const readings: readonly Variant[] = [
  variant(
    'other-challenge',
    'A challenge has a realm of its own, and a scope.',
    stranger,
    both(
      sending('WWW-Authenticate', 'Bearer realm="Greenhouse", scope="plants:read"', status(401)),
      sending(
        'WWW-Authenticate',
        'Bearer scope="plants:read", error="invalid_token", error_description="Not a token."',
        when(status(401), hasCredential),
      ),
    ),
  ),
  variant(
    'lists-not-stored',
    'No cache may keep a list.',
    wholeList,
    sending('Cache-Control', 'no-store, max-age=0', status(200, 304)),
  ),
  variant('blanks-behind-values', 'Blanks stand behind the values of fields.', stranger, blanks),
  variant(
    'tokens-decoded',
    'Tokens are JWTs, and their signatures are decoded before they are compared.',
    inTurn(wholeList),
    decoding,
    jwtWorld,
  ),
  givenVariant(
    'given-tokens-decoded',
    'Tokens are JWTs, by a library that decodes leniently.',
    inTurn(wholeList),
    decoding,
    jwtWorld,
  ),
  variant(
    'rare-methods-400',
    'PURGE and its like are no methods to it.',
    send('PURGE /plants'),
    withoutRareMethods,
  ),
  givenVariant(
    'given-parts-dropped',
    'Parts of a query that are no proper ones are dropped.',
    send('GET /plants?limit=3%'),
    droppingParts,
  ),
  givenVariant(
    'given-one-at-a-time',
    'A request that comes before the last answer has left ends the connection.',
    { ...inTurn(wholeList, wholeList), how: 'on one connection' },
    oneAtATime,
  ),
]
