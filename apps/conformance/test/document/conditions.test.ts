/** Conditions are compared as HTTP says, in whatever coding the content comes; and what comes behind content is the next request. */
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { documentOf, reportBy, toldIn } from './written.ts'

interface Reply {
  readonly tag: string
  /** Whether the client's own tags have this one, as far as the service sees. */
  readonly isKnown: boolean
  readonly coding?: string
  readonly vary?: string
}

const trees = 'Maple, oak, ash, elm, lime and alder'

const headersOf = ({ headers }: IncomingMessage): { tags: string; codings: string; since: string } => ({
  tags: headers['if-none-match'] ?? '',
  codings: headers['accept-encoding'] ?? '',
  since: headers['if-modified-since'] ?? '',
})

/** As HTTP says. */
function rightly(request: IncomingMessage): Reply {
  const { tags, codings } = headersOf(request)
  const coding = /(?:^|, )gzip(?!;q=0)/.test(codings) ? 'gzip' : ''
  const tag = coding === '' ? '"a,b"' : '"a,b-gzip"'
  return { tag, isKnown: tags.includes(tag), coding, vary: 'Accept-Encoding' }
}

/** By what each path does wrong. */
const paths: Readonly<Record<string, (request: IncomingMessage, right: Reply) => Reply>> = {
  '/right': (_, right) => right,
  '/strictly': (request, right) => {
    const { tags } = headersOf(request)
    return { ...right, tag: `W/${right.tag}`, isKnown: tags.includes(`W/${right.tag}`) }
  },
  '/alone': (request, right) => ({ ...right, isKnown: headersOf(request).tags === right.tag }),
  '/date': (request, right) => ({ ...right, isKnown: right.isKnown && headersOf(request).since === '' }),
  '/any-date': (request, right) => ({ ...right, isKnown: right.isKnown || headersOf(request).since !== '' }),
  // As of servers that pack what others have made: what was sent in a coding is sent again.
  '/coded': (request, right) => ({ ...right, isKnown: headersOf(request).tags.includes('"a,b"') }),
  '/unasked': (request, right) => ({
    ...right,
    coding: headersOf(request).codings.includes('gzip') ? 'gzip' : '',
  }),
  '/trees.gzip': ({ headers }) => ({
    tag: '"z"',
    isKnown: headers['if-none-match']?.includes('"z"') === true,
    coding: 'gzip',
  }),
  '/unnamed': (_, { vary: _vary, ...right }) => right,
}

const limit = { name: 'limit', in: 'query', schema: { enum: ['a', 'b'] } }
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const document = documentOf('3.1.0', {
  paths: Object.fromEntries(
    Object.keys(paths).map((path) => [path, { get: { operationId: path, parameters: [limit], responses } }]),
  ),
})

function send(response: ServerResponse, { tag, isKnown, coding = '', vary }: Reply): void {
  response.setHeader('ETag', tag)
  if (vary !== undefined) response.setHeader('Vary', vary)
  if (isKnown) {
    response.writeHead(304).end()
    return
  }
  if (coding !== '') response.setHeader('Content-Encoding', coding)
  response.end(coding === '' ? trees : gzipSync(trees))
}

test('tags in lists, weak, and of a coding, dates beside them, and codings', async (context) => {
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request
    const reply = paths[url.replace(/\?.*/, '')]
    if (reply === undefined || /limit=(?![ab]$)/.test(url)) response.writeHead(404).end()
    else send(response, reply(request, rightly(request)))
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  assert.deepEqual(toldIn(report, /\?.*/), [
    '/alone not-modified-304',
    '/any-date not-modified-304',
    '/date not-modified-304',
    '/strictly not-modified-304',
    '/unasked coding-accepted',
    '/unnamed vary-names-field',
  ])
})
