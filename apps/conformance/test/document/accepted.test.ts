/** With --writes: what a service takes though it has rules that no schema says. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { isObject } from '../../src/contract/pointers.ts'
import { documentOf, reportBy, writeFiles } from './written.ts'

const path = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const day = { type: 'string', format: 'date' }
const extra = { type: 'object', properties: { bed: { type: 'string' }, cot: { type: 'string' } } }
const booking = {
  type: 'object',
  required: ['rateId', 'guest', 'from', 'to'],
  properties: {
    meal: { type: 'string', default: 'none' },
    extras: extra,
    rateId: { type: 'string' },
    guest: { type: 'string', pattern: '^G-\\d{6}$' },
    from: day,
    to: day,
  },
}
const noExtras = { ...extra, type: ['object', 'null'] }
const patch = { type: 'object', properties: { meal: { enum: [null, 'full'] }, extras: noExtras } }
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const schema = { $ref: '#/components/schemas/Booking' }
const made = { description: 'The booking.', content: { 'application/json': { schema } } }
const list = { type: 'array', items: schema }
const listed = { description: 'All.', content: { 'application/json': { schema: list } } }
const document = documentOf('3.1.0', {
  components: {
    schemas: { Booking: { type: 'object', required: ['id', 'guest'] } },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
  security: [{ token: [] }],
  paths: {
    '/rates': { get: { responses } },
    '/rates/{id}': { get: { parameters: [path('id')], responses } },
    '/rooms': { get: { responses } },
    '/rooms/{room}': { get: { parameters: [path('room')], responses } },
    '/rooms/{room}/bookings': {
      post: {
        operationId: 'book',
        parameters: [path('room'), { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: booking } } },
        responses: { 201: made, default: { description: 'Refused.' } },
      },
    },
    '/bookings': { get: { operationId: 'list', responses: { ...responses, 200: listed } } },
    '/bookings/{bookingId}': {
      get: { parameters: [path('bookingId')], responses: { ...responses, 200: made } },
      patch: {
        operationId: 'change',
        parameters: [path('bookingId')],
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: patch } } },
        responses,
      },
    },
  },
})

const secretOf = (owner: string): string => `secret-of-${owner}`

interface Booking {
  readonly id: string
  readonly owner: string
  meal: string
  extras: unknown
}

interface Manner {
  /** Whether a patch replaces what is within another member. */
  readonly isReplaced?: boolean
  readonly isListShared?: boolean
  /** Whether the response for what was booked has what another caller keeps secret. */
  readonly isLeaky?: boolean
}

/** Rates must exist and guests be known, and nobody leaves before the day of arrival is over. */
function hotel(manner: Manner): RequestListener {
  const { isReplaced = false, isListShared = false, isLeaky = false } = manner
  const all: Booking[] = ['one', 'two'].map((owner, at) => ({
    id: `b${at}`,
    owner,
    meal: 'none',
    extras: { bed: 'soft', cot: 'small' },
    rateId: 'r2',
    guest: 'G-000042',
    from: '2026-03-01',
    to: '2026-03-04',
  }))
  const leaked = isLeaky ? { next: secretOf('two') } : {}
  const byKey = new Map<string, Booking>()
  return (request, response) => {
    const [, kind = '', id = '', below] = (request.url ?? '').split(/[/?]/)
    const owner = /^Bearer (one|two)$/.exec(request.headers.authorization ?? '')?.[1]
    const reply = (status: number, value: unknown = {}): void => {
      const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
      response.writeHead(status, { 'Content-Type': 'application/json', ...challenge })
      response.end(JSON.stringify(value))
    }
    const own = all.filter((one) => one.owner === owner)
    const book = (sent: unknown): void => {
      const { rateId, guest, from, to, meal = 'none', extras = {} } = isObject(sent) ? sent : {}
      const isKnown = ['r1', 'r2'].includes(String(rateId)) && guest === 'G-000042'
      if (owner === undefined || !isKnown || String(to) <= String(from)) {
        reply(422)
        return
      }
      const key = `${owner} ${String(request.headers['idempotency-key'] ?? all.length)}`
      const one = byKey.get(key) ?? {
        id: `b${all.length}`,
        owner,
        meal: String(meal),
        extras,
        rateId,
        guest,
        from,
        to,
      }
      if (!byKey.has(key)) all.push(one)
      byKey.set(key, one)
      reply(201, { ...one, ...leaked })
    }
    // What a patch removes is what it would be by default.
    const change = (one: Booking, sent: unknown): void => {
      const { meal = one.meal, extras = {} } = isObject(sent) ? sent : {}
      one.meal = typeof meal === 'string' ? meal : 'none'
      const isLeft = !isReplaced && extras !== null
      one.extras = { ...(isLeft && isObject(one.extras) && one.extras), ...(isObject(extras) && extras) }
      reply(200, one)
    }
    const showOrChange = (one: Booking | undefined): void => {
      if (one === undefined) reply(404)
      else if (request.method === 'GET') reply(200, one)
      else
        json(request).then(
          (sent) => change(one, sent),
          () => reply(400),
        )
    }
    if (owner === undefined) reply(401)
    else if (below === 'bookings') json(request).then(book, () => reply(400))
    else if (kind !== 'bookings') reply(200, id === '' ? [{ id: 'r1' }, { id: 'r2' }] : { id })
    else if (id === '') reply(200, isListShared ? all : own)
    else showOrChange(own.find((one) => one.id === id))
  }
}

for (const [what, manner, states] of [
  ['has what it made', {}, ['kept', 'kept', 'kept', 'kept']],
  [
    'loses what a patch left out within another member',
    { isReplaced: true },
    ['kept', 'broken', 'kept', 'kept'],
  ],
  [
    'shows everybody all names, short as they are',
    { isListShared: true },
    ['kept', 'kept', 'broken', 'kept'],
  ],
  [
    'says what only another may see where it takes a booking',
    { isLeaky: true },
    ['kept', 'kept', 'kept', 'broken'],
  ],
] as const)
  test(`a service with rules of its own ${what}`, async (context) => {
    const callers = ['one', 'two'].map((token, at) => ({
      token,
      values: { bookingId: [`b${at}`], secret: [secretOf(token)] },
    }))
    const world = await writeFiles(context, { 'world.json': JSON.stringify({ callers }) })
    const words = ['--writes', '--at-least', '0', '--world', world]
    const { rules } = await reportBy(context, document, hotel(manner), ...words)
    const stateOf = (id: string): string | undefined => rules.find((rule) => rule.id === id)?.state
    assert.deepEqual(
      ['book:effect', 'change:effect', 'list:access', 'book:access'].map((id) => stateOf(id)),
      states,
    )
  })
