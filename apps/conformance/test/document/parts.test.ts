/** What a request with an odd number, a size or a word of its own gets. */
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { test } from 'node:test'
import { documentOf, reportBy, toldIn } from './written.ts'

const trees = ['alder', 'ash', 'elm', 'lime', 'maple', 'oak']
let lastId = ''
let lastWrong = ''

interface Reply {
  readonly status: number
  readonly value: unknown
  readonly id?: string
}

const sizeIn = (url: string): string | null => new URL(url, 'http://x').searchParams.get('limit')

/** By what each path does wrong. */
const paths: Readonly<Record<string, (request: IncomingMessage, right: Reply) => Reply>> = {
  '/id': ({ headers }, right) => {
    const { 'x-request-id': own = lastId } = headers
    lastId = String(own)
    return { ...right, id: lastId }
  },
  '/right': (_, right) => right,
  '/hash': ({ url = '' }, right) => (url.includes('limit=%23') ? { status: 200, value: trees } : right),
  '/head': ({ method }, right) => (method === 'HEAD' ? { status: 200, value: [] } : right),
  '/members': ({ url = '' }, right) => (url.includes('limit[x]') ? { status: 500, value: '' } : right),
  '/order': ({ url = '' }, right) => (sizeIn(url) === '2' ? { status: 200, value: ['oak', 'elm'] } : right),
  '/wrong': ({ url = '' }, right) => {
    const value = [lastWrong.slice(0, 20).padEnd(20)]
    if (right.status === 400) lastWrong = sizeIn(url)?.replaceAll(/[^\w-]/g, '_') ?? ''
    return right.status === 400 ? { status: 400, value } : right
  },
}

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(
    Object.keys(paths).map((path) => [path, { get: { operationId: path, parameters: [limit], responses } }]),
  ),
})

/** As the document says. */
function rightly(url: string): Reply {
  const size = sizeIn(url) ?? '6'
  const isRight = /^[1-9]\d*$/.test(size)
  return isRight ? { status: 200, value: trees.slice(0, Number(size)) } : { status: 400, value: '' }
}

test('odd numbers, a size, and words of others', async (context) => {
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    const reply = paths[url.replace(/\?.*/, '')]?.(request, rightly(url)) ?? { status: 404, value: '' }
    if (reply.id) response.setHeader('X-Request-Id', reply.id)
    const text = JSON.stringify(reply.value)
    response.writeHead(reply.status, {
      'Content-Type': 'application/json',
      ...(request.method === 'HEAD' && { 'Content-Encoding': 'identity' }),
      ...(reply.status === 200 && { ETag: `"${Buffer.from(text).toString('hex')}"` }),
    })
    response.end(text)
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(toldIn(report, /\?.*/), [
    '/hash /hash:parameter:query:limit',
    '/head /head:parameter:query:limit',
    '/head head-as-get',
    '/id answers-not-shared',
    '/members /members:failure',
    '/order /order:pages',
    '/wrong answers-not-shared',
  ])
})
