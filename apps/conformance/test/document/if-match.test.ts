/** With --writes: in If-Match, the current tag as a weak one is not equal to it, and a star is any tag; in If-None-Match it is none. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { documentOf, reportBy, writeFiles } from './written.ts'

const schema = { type: 'object', required: ['name'], properties: { name: { enum: ['elm', 'oak'] } } }
const content = { 'application/json': { schema } }
const responses = {
  200: { description: 'Done.', content },
  412: { description: 'Another.' },
  default: { description: 'Refused.' },
}
const parameters = [{ name: 'tree', in: 'path', required: true, schema: { type: 'string' } }]
const first = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } }
const document = documentOf('3.1.0', {
  paths: {
    '/trees/{tree}': {
      get: { parameters, responses },
      put: { parameters: [...parameters, first], requestBody: { required: true, content }, responses },
    },
  },
})

/** Whether the conditions are true of what has this tag. */
type Fits = (given: string, tag: string, none: string) => boolean

const right: Fits = (given, tag, none) => none !== '*' && (given === '*' || given === tag)

for (const [how, fits] of [
  ['is right', right],
  ['takes a weak tag', (given, tag, none) => right(given.replace('W/', ''), tag, none)],
  ['takes a star for a tag', (given, tag, none) => given === tag && none !== '*'],
  ['is all that is read', (given, tag) => right(given, tag, '')],
] as readonly (readonly [string, Fits])[])
  test(`If-Match that ${how}`, async (context) => {
    let name = 'oak'
    const listener: RequestListener = (request, response) => {
      const tag = `"${Buffer.from(name).toString('hex')}"`
      const { 'if-match': given = tag, 'if-none-match': none = '' } = request.headers
      const reply = (status: number): void => {
        response.writeHead(status, {
          'Content-Type': 'application/json',
          ETag: `"${Buffer.from(name).toString('hex')}"`,
        })
        response.end(JSON.stringify({ name }))
      }
      const change = (sent: unknown): void => {
        const { name: own } = (sent ?? {}) as { name?: unknown }
        if (own === 'elm' || own === 'oak') name = own
        reply(name === own ? 200 : 400)
      }
      if (request.url !== '/trees/1') response.writeHead(404).end()
      else if (request.method !== 'PUT')
        reply(request.method === 'GET' || request.method === 'HEAD' ? 200 : 405)
      else if (!fits(given, tag, none)) reply(412)
      else json(request).then(change, () => reply(400))
    }
    const world = await writeFiles(context, { 'world.json': '{"values":{"tree":["1"]}}' })
    const { rules } = await reportBy(
      context,
      document,
      listener,
      '--writes',
      '--at-least',
      '0',
      '--world',
      world,
    )
    assert.equal(rules.find(({ id }) => id === 'condition-heeded')?.state, fits === right ? 'kept' : 'broken')
  })
