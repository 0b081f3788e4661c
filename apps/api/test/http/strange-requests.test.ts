/** Whatever bytes it receives, the service answers or closes the connection, and keeps running. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
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

/** Targets that URL parsers stumble over: each has made one of Node's throw. */
const stumblingBlocks = [
  'http://\u00AD/plants',
  'http://%@localhost/plants',
  'http://%zz:x@localhost/plants',
  'http://\u00AD\u00FF/',
  'http://[/plants',
  'http://a:b:c/plants',
  'HTTP://:/plants',
  'b://%@',
  '//#@"*http://a/',
]

const parts =
  'http:// HTTP:// x: // / /plants ?limit=1 # @ : [ ] % %zz \\ * . xn-- a 1 \u00AD \u00FF \u00A0 " {'.split(
    ' ',
  )

/** Bytes that a line may contain, written as Latin-1; a space or a line end would make another request. */
const bytes = string({
  unit: integer({ min: 0x21, max: 0xff }).map((byte) => String.fromCodePoint(byte)),
})

const targets = oneof(
  array(constantFrom(...parts), { minLength: 1, maxLength: 8 }).map((some) => some.join('')),
  tuple(constantFrom('/', 'http://', '*'), bytes).map((some) => some.join('')),
)

const names =
  'Host Authorization X-Request-Id Traceparent X-Forwarded-For Forwarded If-None-Match Expect Accept-Encoding Connection Upgrade TE Trailer Cookie'.split(
    ' ',
  )
const fields = array(tuple(constantFrom(...names), oneof(bytes, constantFrom(...parts))), {
  maxLength: 4,
})

const methods = constantFrom(...'GET HEAD POST OPTIONS CONNECT TRACE PROPFIND M-SEARCH NONE'.split(' '))

/** What requests are made of: beginnings, and what may follow them. */
const beginning = constantFrom(
  'GET /none HTTP/1.1\r\n',
  'HEAD * HTTP/1.0\r\n',
  'POST http://%@ HTTP/1.1\r\n',
  'CONNECT a:1 HTTP/1.1\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
)
const more = constantFrom(
  'Host: a\r\n',
  'Connection: close\r\n',
  'Upgrade: h2c\r\n',
  'Expect: 100-continue\r\n',
  'Trailer: a\r\n',
  'Content-Length: 3\r\n',
  'Content-Length: -1\r\n',
  'Transfer-Encoding: chunked\r\n',
  ' folded\r\n',
  '\r\n',
  '\n',
  '\r',
  ' ',
  ':',
  '\0',
  '0\r\n\r\n',
  '3\r\nabc\r\n',
  'FFFFFFFFFFFFFFFFF\r\n',
  'x'.repeat(20_000),
)
const fragments = tuple(
  oneof(beginning, bytes),
  array(oneof({ arbitrary: more, weight: 4 }, beginning, bytes), { maxLength: 12 }),
).map(([first, others]) => [first].concat(others))

const listeners = [
  { listener: 'port', known: '/plants', status: 401 },
  { listener: 'operatorPort', known: '/livez', status: 200 },
] as const

/** The case after the one that kills the service can't connect, so there is nothing to shrink. */
const unshrunk = { numRuns: 1000, endOnFailure: true }

/** `undefined` means that the connection was closed. */
const ownStatuses = new Set([undefined, 200, 400, 401, 404, 405, 408, 414, 417, 431])

for (const { listener, known, status } of listeners) {
  describe(`whatever bytes arrive at ${listener}, the service`, () => {
    let small: SmallService
    before(async () => {
      small = await serveSmallWorld({ trustedProxies: '127.0.0.1', operatorNames: 'a' })
    })
    after(() => small.stop())

    const statusOf = async (line: string, fieldLines = ''): Promise<number | undefined> => {
      const request = `${line} HTTP/1.1\r\nHost: a\r\nConnection: close${fieldLines}\r\n\r\n`
      const { responses } = await sendRaw({ port: small.service[listener], bytes: request })
      return responses[0]?.status
    }

    for (const target of stumblingBlocks) {
      it(`keeps running: ${JSON.stringify(target)}`, async () => {
        assert.equal(await statusOf(`GET ${target}`), 400)
        assert.equal(await statusOf('GET /none'), 404)
      })
    }

    for (const host of ['a;b', "a'b", 'a%41', '[::1]:1'])
      it(`does not take part of the host ${host} for the path`, async () => {
        assert.equal(await statusOf(`GET http://${host}${known}`), status)
      })

    it('answers with a status of its own, and keeps running', async () => {
      const answersAndLivesOn = asyncProperty(methods, targets, fields, async (method, target, some) => {
        const lines = some.map(([name, value]) => `\r\n${name}: ${value}`).join('')
        const came = await statusOf(`${method} ${target}`, lines)
        assert.ok(ownStatuses.has(came), String(came))
      })
      await holds(answersAndLivesOn, unshrunk)
      assert.equal(await statusOf('GET /none'), 404)
    })

    it('keeps running, whether the bytes are a request or not', async () => {
      const livesOn = asyncProperty(fragments, async (some) => {
        const socket = connect({ port: small.service[listener], host: '127.0.0.1' })
        await once(socket, 'connect')
        const { promise: closed, resolve } = Promise.withResolvers<unknown>()
        // Writing to a connection that is already closed gives an error.
        socket
          .on('error', () => {})
          .once('close', resolve)
          .resume()
        for (const piece of some) socket.write(piece, 'latin1')
        socket.end()
        await closed
      })
      await holds(livesOn, unshrunk)
      assert.equal(await statusOf('GET /none'), 404)
    })
  })
}
