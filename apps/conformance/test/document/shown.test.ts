/** With --writes: a member that shows some values as they were sent shows all of them. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { documentOf, reportBy } from './written.ts'

const properties = {
  title: { type: 'string', minLength: 1, maxLength: 200 },
  isOpen: { type: 'boolean', default: true },
  isAdmin: { type: 'boolean', default: false },
  seats: { type: ['integer', 'null'], minimum: 0 },
  floor: { type: 'integer', minimum: 0 },
  note: { type: ['string', 'null'] },
  tags: { type: ['array', 'null'], items: { type: 'string', enum: ['a', 'b', 'c', 'd'] } },
  kind: { type: 'string', enum: ['plain', 'odd', 'rare', 'new'], default: 'plain' },
}
const schema = { type: 'object', required: ['title'], properties }
const example = {
  title: 'Hall',
  isOpen: true,
  seats: 5,
  floor: 3,
  note: 'Large',
  tags: ['a', 'b'],
  kind: 'odd',
}
const requestBody = { required: true, content: { 'application/json': { schema, example } } }
const ok = { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } }
const refused = { description: 'Refused.' }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const document = documentOf('3.1.0', {
  paths: {
    '/rooms': {
      post: { operationId: 'make', requestBody, responses: { 201: ok, 400: refused, 415: refused } },
    },
    '/rooms/{id}': { get: { operationId: 'show', parameters, responses: { 200: ok, 404: refused } } },
  },
})

type Room = Readonly<Record<string, unknown>>

/** What the check says of a service that keeps this of what it was sent. */
async function toldOf(context: Parameters<typeof reportBy>[0], keep: (sent: Room) => Room): Promise<string> {
  const rooms: Room[] = []
  const take = (sent: string): readonly [number, unknown] => {
    try {
      const room = JSON.parse(sent) as Room
      if (typeof room['title'] !== 'string') return [400, {}]
      rooms.push({ id: rooms.length + 1, ...room, ...keep(room) })
      return [201, rooms.at(-1)]
    } catch {
      return [400, {}]
    }
  }
  const listener: RequestListener = (request, response) => {
    const reply = ([status, room]: readonly [number, unknown]): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(room))
    }
    const room = rooms[Number(/\d+$/.exec(request.url ?? '')) - 1]
    if (request.method === 'GET') reply(room === undefined ? [404, {}] : [200, room])
    else
      text(request).then(
        (sent) => reply(take(sent)),
        () => {},
      )
  }
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  const findings = report.failures.flatMap((each) => each.findings)
  return findings.map(({ rule, came }) => `${rule}: ${came}`).join('\n')
}

/** Falsy values, and what is too long, too much or unknown to a program. */
const losses: readonly ((sent: Room) => Room)[] = [
  ({ isOpen, seats, floor, note }) => ({
    isOpen: isOpen === false ? true : isOpen,
    seats: seats === 0 ? null : seats,
    floor: floor === 0 ? 1 : floor,
    note: note === '' ? null : note,
  }),
  ({ title, tags, kind }) => ({
    title: String(title).slice(0, 100),
    tags: Array.isArray(tags) ? tags.slice(0, 2) : tags,
    kind: kind === 'rare' ? 'plain' : (kind ?? 'plain'),
  }),
]

test('values that are lost, though others of the same member are kept', async (context) => {
  for (const keep of losses) {
    const told = await toldOf(context, keep)
    for (const name of Object.keys(keep({}))) assert.match(told, new RegExp(`make:effect: ${name} is `))
  }
})

test('values that a service may have of its own', async (context) => {
  const told = await toldOf(context, ({ title, note, tags }) => ({
    title: String(title).trim().toUpperCase(),
    note: typeof note === 'string' ? `${note} `.replaceAll(/<[^>]*>/g, '') : note,
    tags: Array.isArray(tags) ? [...new Set(tags as unknown[])].toReversed() : tags,
    // Nothing is one of an administrator from the beginning, or is new.
    isAdmin: false,
    kind: 'new',
  }))
  assert.doesNotMatch(told, /effect/)
})
