/** With --writes: what a service takes though it has rules that no schema says, and keys of several callers. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { isObject } from '../../src/contract/pointers.ts'
import { documentOf, reportBy, writeFiles } from './written.ts'

const path = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const day = { type: 'string', format: 'date' }
const booking = {
  type: 'object',
  required: ['roomId', 'guest', 'from', 'to'],
  properties: {
    roomId: { type: 'string' },
    guest: { type: 'string', pattern: '^G-\\d{6}$' },
    from: day,
    to: day,
  },
}
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const document = documentOf('3.1.0', {
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    '/rooms': { get: { responses } },
    '/rooms/{id}': { get: { parameters: [path('id')], responses } },
    '/bookings': {
      get: { responses },
      post: {
        operationId: 'book',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: booking } } },
        responses: { 201: { description: 'Made.' }, default: { description: 'Refused.' } },
      },
    },
    '/bookings/{bookingId}': { get: { parameters: [path('bookingId')], responses } },
  },
})

interface Booking {
  readonly id: string
  readonly owner: string
}

/** Rooms must exist and guests be known, and nobody leaves before the day of arrival is over. */
function hotel({ areKeysShared = false }: { readonly areKeysShared?: boolean }): RequestListener {
  const all: Booking[] = ['one', 'two'].map((owner, at) => ({
    id: `b${at}`,
    owner,
    roomId: 'r2',
    guest: 'G-000042',
    from: '2026-03-01',
    to: '2026-03-04',
  }))
  const made = new Map<string, Booking>()
  return (request, response) => {
    const [, kind = '', id = ''] = (request.url ?? '').split(/[/?]/)
    const owner = /^Bearer (one|two)$/.exec(request.headers.authorization ?? '')?.[1]
    const reply = (status: number, value: unknown = {}): void => {
      const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
      response.writeHead(status, { 'Content-Type': 'application/json', ...challenge })
      response.end(JSON.stringify(value))
    }
    const own = all.filter((one) => one.owner === owner)
    const book = (sent: unknown): void => {
      const { roomId, guest, from, to } = isObject(sent) ? sent : {}
      const isKnown = ['r1', 'r2'].includes(String(roomId)) && guest === 'G-000042'
      if (owner === undefined || !isKnown || String(to) <= String(from)) {
        reply(422)
        return
      }
      const key = `${areKeysShared ? '' : owner} ${String(request.headers['idempotency-key'] ?? all.length)}`
      const one = made.get(key) ?? {
        id: `b${all.length}`,
        owner,
        roomId,
        guest,
        from,
        to,
      }
      if (!made.has(key)) all.push(one)
      made.set(key, one)
      reply(201, one)
    }
    if (owner === undefined) reply(401)
    else if (kind === 'rooms') reply(200, id === '' ? [{ id: 'r1' }, { id: 'r2' }] : { id })
    else if (request.method === 'POST') json(request).then(book, () => reply(400))
    else if (id === '') reply(200, own)
    else
      reply(
        own.some((one) => one.id === id) ? 200 : 404,
        own.find((one) => one.id === id),
      )
  }
}

for (const [what, areKeysShared, state] of [
  ['has what it made, for each caller', false, 'kept'],
  ['gives one caller what another made with the same key', true, 'broken'],
] as const)
  test(`a service with rules of its own ${what}`, async (context) => {
    const callers = ['one', 'two'].map((token, at) => ({ token, values: { bookingId: [`b${at}`] } }))
    const world = await writeFiles(context, { 'world.json': JSON.stringify({ callers }) })
    const words = ['--writes', '--at-least', '0', '--world', world]
    const { rules } = await reportBy(context, document, hotel({ areKeysShared }), ...words)
    assert.equal(rules.find(({ id }) => id === 'book:effect')?.state, state)
  })
