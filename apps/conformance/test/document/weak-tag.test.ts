/** With --writes: the current tag as a weak one is not equal to it in If-Match. */
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
const document = documentOf('3.1.0', {
  paths: {
    '/trees/{tree}': {
      get: { parameters, responses },
      put: { parameters, requestBody: { required: true, content }, responses },
    },
  },
})

for (const [how, isStrong] of [
  ['is refused', true],
  ['is told where it passes', false],
] as const)
  test(`a weak tag in If-Match ${how}`, async (context) => {
    let name = 'oak'
    const listener: RequestListener = (request, response) => {
      const tag = `"${Buffer.from(name).toString('hex')}"`
      const { 'if-match': given = '*' } = request.headers
      const wanted = given === '*' ? tag : given
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
      else if ((isStrong ? wanted : wanted.replace('W/', '')) !== tag) reply(412)
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
    assert.equal(rules.find(({ id }) => id === 'condition-heeded')?.state, isStrong ? 'kept' : 'broken')
  })
