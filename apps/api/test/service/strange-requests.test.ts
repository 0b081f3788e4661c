/** Whatever octets come, the service answers or closes the connection, and lives on. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sendRaw, serveSmallWorld, type SmallService } from '@plant-store/testkit'
import {
  array,
  assert as holds,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  string,
  tuple,
} from 'fast-check'

/** What parsers of addresses stumble over: each has made one of Node's throw. */
const stumblingBlocks = [
  'http://\u00AD/plants',
  'http://%@localhost/plants',
  'http://%zz:x@localhost/plants',
  'http://\u00AD\u00FF/',
  'http://[/plants',
  'http://a:b:c/plants',
  'HTTP://:/plants',
  'b://%@',
]

const parts = [
  'http://',
  'HTTP://',
  'x:',
  '//',
  '/',
  '/plants',
  '?limit=1',
  '#',
  '@',
  ':',
  '[',
  ']',
  '%',
  '%zz',
  '\\',
  '*',
  '.',
  'xn--',
  'a',
  '1',
  '\u00AD',
  '\u00FF',
  '\u00A0',
  '"',
  '{',
]

/** Octets that can stand in a line, written as Latin-1; a blank or the end of the line would be another request. */
const octets = string({
  unit: integer({ min: 0x21, max: 0xff }).map((octet) => String.fromCodePoint(octet)),
})

const targets = oneof(
  array(constantFrom(...parts), { minLength: 1, maxLength: 8 }).map((some) => some.join('')),
  tuple(constantFrom('/', 'http://', '*'), octets).map((some) => some.join('')),
)

const names = [
  'Host',
  'Authorization',
  'X-Request-Id',
  'Traceparent',
  'X-Forwarded-For',
  'Forwarded',
  'If-None-Match',
  'Expect',
  'Accept-Encoding',
  'Connection',
  'Upgrade',
  'TE',
  'Trailer',
  'Cookie',
]
const fields = array(tuple(constantFrom(...names), oneof(octets, constantFrom(...parts))), {
  maxLength: 4,
})

const methods = constantFrom(
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'NONE',
)

const listeners = [
  { listener: 'port', known: '/plants', status: 401 },
  { listener: 'operatorPort', known: '/livez', status: 200 },
] as const

/** Without a status: the connection was closed. */
const ownStatuses = new Set([undefined, 200, 400, 401, 404, 405, 408, 414, 417, 431])

for (const { listener, known, status } of listeners) {
  describe(`whatever octets come at ${listener}, the service`, () => {
    let small: SmallService
    before(async () => {
      small = await serveSmallWorld({ trustedProxies: '127.0.0.1' })
    })
    after(() => small.stop())

    const statusOf = async (line: string, more = ''): Promise<number | undefined> => {
      const request = `${line} HTTP/1.1\r\nHost: a\r\nConnection: close${more}\r\n\r\n`
      const { responses } = await sendRaw({ port: small.service[listener], octets: request })
      return responses[0]?.status
    }

    for (const target of stumblingBlocks) {
      it(`lives on: ${JSON.stringify(target)}`, async () => {
        assert.equal(await statusOf(`GET ${target}`), 400)
        assert.equal(await statusOf('GET /none'), 404)
      })
    }

    for (const host of ['a;b', "a'b", 'a%41', '[::1]:1'])
      it(`takes no part of the host ${host} for the path`, async () => {
        assert.equal(await statusOf(`GET http://${host}${known}`), status)
      })

    it('answers with a status of its own, and lives on', async () => {
      const answersAndLivesOn = asyncProperty(methods, targets, fields, async (method, target, some) => {
        const more = some.map(([name, value]) => `\r\n${name}: ${value}`).join('')
        const came = await statusOf(`${method} ${target}`, more)
        assert.ok(ownStatuses.has(came), String(came))
        assert.equal(await statusOf('GET /none'), 404)
      })
      // Not shrunk: behind the one that kills it everything fails.
      await holds(answersAndLivesOn, { numRuns: 1000, endOnFailure: true })
    })
  })
}
