/** Whatever a server does wrong, byte by byte, both calls report it as docs/consumers/compared.md says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ResponseError, listPlants, type ListPlantsResult, plants } from '@plant-store/client'
import { type Served, serveOn } from '@plant-store/testkit'

interface WrongResponse {
  readonly what: string
  readonly sends: string | Buffer
  /** What follows; the connection stays open unless given. */
  readonly ending?: 'end' | 'reset'
}

const json = 'Content-Type: application/json'
const page = '<!doctype html><title>Sign in</title>'
const alder = '[{"name":"Alder"}]'
const refusal = '{"error":40102,"message":"The bearer token was not accepted."}'
const busy = '{"error":50301,"message":"Try again later."}'
/** Not compressed, so that it is the same wherever it is made. */
const zipped = gzipSync('[{"name":"Alder"},{"name":"Black alder"}]', { level: 0 })

/** A message with the right length, unless the fields have another one. */
function message(status: string, fields: readonly string[], body: string | Buffer = ''): Buffer {
  const given = fields.some((field) => /^(?:content-length|transfer-encoding)/i.test(field))
  const lines = given ? fields : [...fields, `Content-Length: ${Buffer.byteLength(body)}`]
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
  ])
}
const ok = (body: string | Buffer, ...fields: readonly string[]): Buffer =>
  message('200 OK', [json, ...fields], body)

const wrongResponses: readonly WrongResponse[] = [
  { what: 'a page with 200', sends: message('200 OK', ['Content-Type: text/html'], page) },
  { what: 'a page that is called JSON', sends: ok(page) },
  { what: 'a list without a content type', sends: message('200 OK', [], alder) },
  { what: 'a list called a text', sends: message('200 OK', ['Content-Type: text/plain'], alder) },
  { what: 'an empty 200', sends: ok('') },
  { what: 'JSON that ends too early', sends: ok('[{"name":"Alder"},{"na') },
  { what: '`null`', sends: ok('null') },
  { what: 'a list within an object', sends: ok(`{"plants":${alder}}`) },
  { what: 'an error with 200', sends: ok(busy) },
  { what: 'an item that is no plant', sends: ok('[{"name":"Alder"},{"id":7}]') },
  { what: 'a name that is `null`', sends: ok('[{"name":null}]') },
  { what: '`NaN`', sends: ok('[{"name":NaN}]') },
  { what: 'a member twice', sends: ok('[{"name":"Alder","name":"Oak"}]') },
  { what: 'a byte order mark', sends: ok(`\uFEFF${alder}`) },
  { what: 'bytes that are not UTF-8', sends: ok(Buffer.from('[{"name":"\xE4"}]', 'latin1')) },
  {
    what: 'another charset',
    sends: message('200 OK', [`${json}; charset=iso-8859-1`], Buffer.from('[{"name":"\xE4"}]', 'latin1')),
  },
  { what: 'gzip that is cut', sends: ok(zipped.subarray(0, 33), 'Content-Encoding: gzip') },
  { what: 'gzip that is none', sends: ok(alder, 'Content-Encoding: gzip') },
  { what: 'a length that is too great', sends: ok(alder, 'Content-Length: 99'), ending: 'end' },
  { what: 'a length that is too small', sends: ok(alder, 'Content-Length: 9'), ending: 'end' },
  {
    what: 'chunks without the last',
    sends: ok('12\r\n[{"name":"Alder"}]\r\n', 'Transfer-Encoding: chunked'),
    ending: 'end',
  },
  { what: 'a list, then silence', sends: ok('[{"name":"Alder"},', 'Content-Length: 99') },
  { what: 'a list, then a reset', sends: ok('[{"name":"Alder"},', 'Content-Length: 99'), ending: 'reset' },
  { what: 'silence', sends: '' },
  { what: 'a reset', sends: '', ending: 'reset' },
  { what: 'no response', sends: '', ending: 'end' },
  { what: 'another protocol', sends: 'SSH-2.0-OpenSSH_9.6\r\n' },
  { what: 'a header of 32 KB', sends: ok(alder, `X-Note: ${'a'.repeat(32_768)}`) },
  { what: 'two lengths', sends: ok(alder, 'Content-Length: 18', 'Content-Length: 17') },
  { what: 'a redirect to a page', sends: message('302 Found', ['Location: /login']) },
  { what: '204', sends: message('204 No Content', ['Content-Length: 0']) },
  { what: '206', sends: message('206 Partial Content', [json, 'Content-Range: bytes 0-17/99'], alder) },
  { what: '304 that nobody asked for', sends: message('304 Not Modified', ['ETag: "one"']) },
  { what: '401 without a challenge', sends: message('401 Unauthorized', [json], refusal) },
  {
    what: '401 with a page',
    sends: message('401 Unauthorized', ['Content-Type: text/html', 'WWW-Authenticate: Basic'], page),
  },
  { what: '404 with a page', sends: message('404 Not Found', ['Content-Type: text/html'], page) },
  { what: '429 without `Retry-After`', sends: message('429 Too Many Requests', [json], '{}') },
  {
    what: '429 with a date',
    sends: message('429 Too Many Requests', [json, 'Retry-After: Fri, 31 Dec 2100 23:59:59 GMT'], '{}'),
  },
  { what: '500 with a page', sends: message('500 Internal Server Error', ['Content-Type: text/html'], page) },
  {
    what: '503 with an error that is a text',
    sends: message('503 Service Unavailable', [json], '{"error":"busy"}'),
  },
]

/** A server that answers each request so. */
const serveWrong = ({ sends, ending }: WrongResponse): Promise<Served> =>
  serveOn(
    createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (request) => {
        const last = (): void => {
          if (ending === 'end') socket.end()
          if (ending === 'reset') socket.resetAndDestroy()
        }
        // A redirect leads to a page that is there.
        const isAsked = request.includes('GET /plants')
        if (sends.length === 0) last()
        else socket.write(isAsked ? sends : message('200 OK', ['Content-Type: text/html'], page), last)
      })
    }),
  )

const table = readFileSync(new URL('../../../docs/consumers/compared.md', import.meta.url), 'utf8')
const due = new Map([...table.matchAll(/^\| (.+?) \| `(.+?)` \|/gm)].map(([, what, ours]) => [what, ours]))

describe('a server that sends', () => {
  for (const wrong of wrongResponses) {
    it(wrong.what, async () => {
      // A busy machine takes its time: only what is to time out is given up soon.
      const timeoutMs = due.get(wrong.what)?.includes('TimeoutError') === true ? 500 : 60_000
      await using server = await serveWrong(wrong)
      const options = { baseUrl: server.url, token: 'pst_any', retries: 0, timeoutMs }
      const [listed] = await Promise.allSettled([listPlants(options)])
      // What differs from run to run is the address.
      const said = describeOutcome(listed).replaceAll(server.url, 'URL')
      // What had come before a reset may be lost with the connection.
      const ours = due.get(wrong.what)
      if (said !== ours && wrong.ending === 'reset') assert.match(said, /ECONNRESET/)
      else assert.equal(said, ours)
      const [came] = await Promise.allSettled([Array.fromAsync(plants(options))])
      if (wrong.ending === 'reset') assert.equal(came.status, 'rejected')
      else if (listed.status === 'rejected') {
        assert.ok(came.status === 'rejected' && came.reason instanceof Error)
        assert.equal(came.reason.name, (listed.reason as Error).name)
      } else if (listed.value.status === 200)
        assert.deepEqual(came, { status: 'fulfilled', value: listed.value.body })
      else {
        assert.ok(came.status === 'rejected' && came.reason instanceof ResponseError)
        assert.equal(came.reason.result.status, listed.value.status)
      }
    })
  }
})

function describeOutcome(outcome: PromiseSettledResult<ListPlantsResult>): string {
  if (outcome.status === 'rejected') {
    const error = outcome.reason as Error
    return `throws ${error.name}: ${error.message}`
  }
  const { value } = outcome
  if (value.status === 'unexpected') return `${value.status}, ${value.httpStatus}: ${value.reason}`
  return value.status === 200
    ? `a list: ${JSON.stringify(value.body)}`
    : `${value.status}: ${value.body.message} (${value.body.error})`
}
