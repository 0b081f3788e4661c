/** A good token counts with its scheme in any letter case; none is needed nowhere. */
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { test } from 'node:test'
import { brokenOf, documentOf, reportBy, writeFiles } from './written.ts'

const token = 'token-of-kim-5Gh2qVx0LdW8'
const isRight = ({ headers: { authorization = '' } }: IncomingMessage): boolean =>
  /^bearer +(.*)$/i.exec(authorization)?.[1] === token

let isOldAndRight = false

/** By what each path has: who is let in. */
const paths: Readonly<Record<string, (request: IncomingMessage) => boolean>> = {
  '/right': isRight,
  '/cased': ({ headers: { authorization = '' } }) => authorization === `Bearer ${token}`,
  '/query': (request) => isRight(request) || (request.url?.includes(`?access_token=${token}`) ?? false),
  '/cookie': (request) => isRight(request) || request.headers.cookie?.includes(token) === true,
  '/near': (request) => isRight(request) || request.headers['x-forwarded-for'] === '127.0.0.1',
  '/none': (request) => isRight(request) || request.url === '/none?limit=0',
  '/kept': (request) => {
    const isIn = isRight(request) || isOldAndRight
    isOldAndRight = request.httpVersion === '1.0' && isRight(request)
    return isIn
  },
}

const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0 } }
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(
    Object.keys(paths).map((path) => [path, { get: { parameters: [limit], responses } }]),
  ),
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
})

test('a scheme in lower case, and no token where a client seems near, has a value, or keeps its connection', async (context) => {
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    const [own = ''] = /^\/[\w-]+/.exec(url) ?? []
    const isFound = /^\/[\w-]+(?:\?|$)/.test(url) && !/limit=(?!\d+$)/.test(url)
    const status = paths[own]?.(request) === true ? (isFound ? 200 : 404) : 401
    response.writeHead(status, status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
    response.end(status === 200 ? 'Maple, oak, ash, elm, lime and alder' : '')
  }
  const world = await writeFiles(context, { 'world.json': JSON.stringify({ callers: [{ token }] }) })
  const report = await reportBy(context, document, listener, '--at-least', '0', '--world', world)
  assert.deepEqual(brokenOf(report, 'GET').toSorted(), [
    'GET /cased:success',
    'GET /kept:credential',
    'GET /near:credential',
    'GET /none:credential',
  ])
})
