/** With --writes: things that are shown only in a list, and made of other things that are known. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { isObject } from '../../src/contract/pointers.ts'
import { documentOf, reportBy, writeFiles } from './written.ts'

const [job, part] = ['job', 'part'].map((name) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
}))
const line = { type: 'object', required: ['part'], properties: { part: { type: 'string' } } }
const requestBody = {
  required: true,
  content: { 'application/json': { schema: line, example: { part: 'pad' } } },
}
const refused = { description: 'Refused.' }
const responses = { 200: { description: 'Done.' }, default: refused }
const document = documentOf('3.1.0', {
  paths: {
    '/jobs/{job}/lines': {
      get: { parameters: [job], responses },
      post: {
        operationId: 'addLine',
        parameters: [job],
        requestBody,
        responses: { 201: { description: 'Made.' }, default: refused },
      },
    },
    '/jobs/{job}/lines/{part}': {
      delete: {
        operationId: 'removeLine',
        parameters: [job, part],
        responses: { 204: { description: 'Gone.' }, default: refused },
      },
    },
  },
})
const parts = ['pad', 'chain', 'bell']

/** One job, whose lines have each part once: the one of the example is there already. */
function workshop({ isKept = false }: { readonly isKept?: boolean }): RequestListener {
  const lines = new Set(['pad'])
  return (request, response) => {
    const [, , id, , name = ''] = (request.url ?? '').split('/')
    const reply = (status: number, value?: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(status === 204 ? undefined : JSON.stringify(value ?? {}))
    }
    const add = (sent: unknown): void => {
      const own = isObject(sent) ? sent['part'] : undefined
      if (typeof own !== 'string' || !parts.includes(own)) {
        reply(422)
        return
      }
      if (lines.has(own)) {
        reply(409)
        return
      }
      lines.add(own)
      reply(201, { part: own })
    }
    if (id !== '7') reply(404)
    else if (request.method === 'POST') json(request).then(add, () => reply(400))
    else if (request.method === 'GET' && name === '')
      reply(
        200,
        Array.from(lines, (own) => ({ part: own })),
      )
    else if (request.method !== 'DELETE' || !lines.has(name)) reply(404)
    else {
      if (!isKept) lines.delete(name)
      reply(204)
    }
  }
}

for (const [what, isKept, state] of [
  ['is found there, and gone where it was removed', false, 'kept'],
  ['that is still there is found', true, 'broken'],
] as const)
  test(`what a list alone shows ${what}`, async (context) => {
    const world = await writeFiles(context, {
      'world.json': JSON.stringify({ values: { job: ['7'], part: parts } }),
    })
    const { rules } = await reportBy(
      context,
      document,
      workshop({ isKept }),
      '--writes',
      '--at-least',
      '0',
      '--world',
      world,
    )
    const stateOf = (id: string): string | undefined => rules.find((rule) => rule.id === id)?.state
    assert.deepEqual([stateOf('addLine:effect'), stateOf('removeLine:effect')], ['kept', state])
  })
