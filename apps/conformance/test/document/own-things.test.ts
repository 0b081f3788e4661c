/** What the world file gives to one caller alone is in no list of others, however short its name and wherever it is listed. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const [show, booking] = ['show', 'booking'].map((name) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer' },
}))
const schema = { $ref: '#/components/schemas/Booking' }
const of = (shown: object): object => ({
  200: { description: 'Done.', content: { 'application/json': { schema: shown } } },
  ...Object.fromEntries([400, 401, 404].map((status) => [status, { description: 'Refused.' }])),
})
const items = { type: 'object', properties: { items: { type: 'array', items: schema } } }
const document = documentOf('3.1.0', {
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: { Booking: { type: 'object', properties: { id: { type: 'integer' } } } },
  },
  security: [{ key: [] }],
  paths: {
    '/shows/{show}/bookings': { get: { operationId: 'list', parameters: [show], responses: of(items) } },
    '/bookings/{booking}': { get: { operationId: 'one', parameters: [booking], responses: of(schema) } },
  },
})
const tokens = ['one-token-aK3', 'two-token-bL4']
/** The booking of each. */
const own = [71, 72]

const serve =
  (isLeaking: boolean): RequestListener =>
  ({ url = '', method, headers }, response) => {
    const [, , id = '', isList] = url.split(/[/?]/)
    const who = tokens.findIndex(
      (token) => /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] === token,
    )
    const mine = own.filter((_, index) => isLeaking || index === who).map((one) => ({ id: one }))
    const isThere = isList === 'bookings' ? id === '5' : Number(id) === own[who]
    const status = who === -1 ? 401 : !/^(?:GET|HEAD)$/.test(method ?? '') ? 405 : isThere ? 200 : 404
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'WWW-Authenticate': 'Bearer',
      Allow: 'GET, HEAD',
    })
    response.end(
      JSON.stringify(status > 200 ? {} : isList === 'bookings' ? { items: mine } : { id: own[who] }),
    )
  }

for (const [what, isLeaking, due] of [
  ['its own alone', false, []],
  ["everybody's", true, ['list:access']],
] as const)
  test(`a list that shows each caller ${what}`, async (context) => {
    const callers = tokens.map((token, index) => ({ token, values: { booking: [own[index]] } }))
    const world = await writeFiles(context, {
      'world.json': JSON.stringify({ callers, values: { show: [5] } }),
    })
    const report = await reportBy(context, document, serve(isLeaking), '--world', world, '--at-least', '0')
    assert.deepEqual(brokenOf(report, 'list:'), due)
  })
