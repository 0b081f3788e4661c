/** With --writes: what becomes of a thing, and of what is below it, as it is made, changed and removed. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { documentOf, reportBy } from './written.ts'

const schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 100 },
    state: { type: 'string', enum: ['new', 'read', 'lent'] },
  },
}
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } }
const requestBody = {
  required: true,
  content: { 'application/json': { schema, example: { title: 'Flora', state: 'new' } } },
}
const [ok, list, refused] = [
  { description: 'Done.', content },
  { description: 'All.', content: { 'application/json': { schema: { type: 'array' } } } },
  { description: 'Refused.' },
]
const [bookId, noteId] = ['bookId', 'noteId'].map((name) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer' },
}))
const responses = { 200: ok, 201: ok, 204: refused, 400: refused, 404: refused, 409: refused, 415: refused }
const listed = { 200: list, 404: refused }
const document = documentOf('3.1.0', {
  components: { schemas: { Thing: { type: 'object' } } },
  paths: {
    '/books': {
      get: { operationId: 'books', responses: listed },
      post: { operationId: 'makeBook', requestBody, responses },
    },
    '/books/{bookId}': {
      parameters: [bookId],
      get: { operationId: 'book', responses },
      patch: { operationId: 'change', requestBody, responses },
      delete: { operationId: 'remove', responses },
    },
    '/books/{bookId}/cover': {
      parameters: [bookId],
      get: { operationId: 'cover', responses },
      put: { operationId: 'putCover', requestBody, responses },
    },
    '/books/{bookId}/lend': { parameters: [bookId], post: { operationId: 'lend', responses } },
    '/books/{bookId}/notes': {
      parameters: [bookId],
      get: { operationId: 'notes', responses: listed },
      post: { operationId: 'makeNote', requestBody, responses },
    },
    '/books/{bookId}/notes/{noteId}': {
      parameters: [bookId, noteId],
      get: { operationId: 'note', responses },
      delete: { operationId: 'removeNote', responses },
    },
  },
})

type Row = Record<string, unknown>
type Reply = readonly [status: number, value?: unknown]

/** Nothing for what is not right. */
function parse(sent: string): Row | undefined {
  try {
    const row = JSON.parse(sent) as Row
    const { title, state = 'new' } = row
    const isRight = typeof title === 'string' && title !== '' && title.length <= 100
    return isRight && ['new', 'read', 'lent'].includes(String(state)) ? row : undefined
  } catch {
    return undefined
  }
}

/** Books with notes and a cover, by a service that does wrong what `faults` name. */
class Library {
  readonly #is: (fault: string) => boolean
  readonly #books = new Map<number, Row>()
  readonly #removed = new Map<number, Row>()
  readonly #notes = new Map<number, Row & { readonly of: number }>()
  readonly #covers = new Map<number, Row>()
  #last = 0

  constructor(faults: readonly string[]) {
    this.#is = (fault) => faults.includes(fault)
    for (const title of ['Flora', 'Fauna']) this.reply('POST', ['books'], { title })
  }

  reply(method: string, [, book = '', part, note]: readonly string[], sent: Row | undefined): Reply {
    const id = Number(book)
    const books = [...this.#books.keys()].map((own) => this.#shown(own))
    if (book === '') return method === 'GET' ? [200, books] : this.#make(sent)
    const isKnown = this.#books.has(id)
    if (!isKnown)
      return method === 'PATCH' && this.#is('removed') && this.#removed.has(id) ? [200, {}] : [404]
    if (part === 'cover') return this.#cover(method, id, sent)
    if (part === 'lend') return this.#lend(id)
    if (note !== undefined) return this.#note(method, id, Number(note))
    return part === 'notes' ? this.#list(method, id, sent) : this.#book(method, id, sent)
  }

  #book(method: string, id: number, sent: Row | undefined): Reply {
    if (method === 'PATCH') return this.#change(id, sent)
    if (method !== 'DELETE') return [200, this.#shown(id)]
    this.#removed.set(id, this.#books.get(id) ?? {})
    this.#books.delete(id)
    return [204]
  }

  #shown(id: number): Row {
    const notes = [...this.#notes.values()].filter((one) => one.of === id)
    return { ...this.#books.get(id), id, noteCount: this.#is('count') ? 0 : notes.length }
  }

  #make(sent: Row | undefined, id = (this.#last += 1)): Reply {
    if (sent === undefined) return [400]
    const createdAt = new Date(1.8e12 + id * 60_000).toISOString()
    this.#books.set(id, { state: 'new', ...sent, createdAt, updatedAt: createdAt })
    return [201, this.#shown(id)]
  }

  /** What is read is not new any more. */
  #change(id: number, sent: Row | undefined): Reply {
    if (sent === undefined) return [400]
    const old = this.#books.get(id) ?? {}
    this.#last += 1
    const now = new Date(1.8e12 + this.#last * 60_000).toISOString()
    const own = { updatedAt: now, ...(this.#is('created') && { createdAt: now }) }
    const isWrong = old['state'] !== 'new' && sent['state'] === 'new'
    if (isWrong && this.#is('refused')) this.#books.set(id, { ...old, title: sent['title'] })
    if (isWrong) return [409]
    this.#books.set(id, { ...old, ...sent, ...own })
    return [200, this.#shown(id)]
  }

  #lend(id: number): Reply {
    const book = this.#shown(id)
    if (book['state'] === 'lent') return [409]
    if (!this.#is('action')) this.#books.set(id, { ...this.#books.get(id), state: 'lent' })
    return [200, { ...book, state: 'lent' }]
  }

  #cover(method: string, id: number, sent: Row | undefined): Reply {
    const before = this.#covers.get(id)
    if (method === 'GET') return before === undefined ? [404] : [200, before]
    if (sent === undefined) return [400]
    this.#covers.set(id, sent)
    return before === undefined && !this.#is('first') ? [201, sent] : [200, sent]
  }

  #list(method: string, of: number, sent: Row | undefined): Reply {
    if (method === 'GET') return [200, [...this.#notes.values()].filter((one) => one.of === of)]
    if (sent === undefined) return [400]
    this.#last += 1
    this.#notes.set(this.#last, { ...sent, id: this.#last, of })
    return [201, this.#notes.get(this.#last)]
  }

  #note(method: string, of: number, id: number): Reply {
    const note = this.#notes.get(id)
    if (note === undefined || (note.of !== of && !this.#is('other'))) return [404]
    if (method === 'DELETE' && this.#is('kept')) return [409]
    if (method === 'DELETE') this.#notes.delete(id)
    return method === 'DELETE' ? [204] : [200, note]
  }
}

async function toldOf(
  context: Parameters<typeof reportBy>[0],
  ...faults: readonly string[]
): Promise<string> {
  const library = new Library(faults)
  const listener: RequestListener = (request, response) => {
    const answer = (sent: string): void => {
      const isOther = sent !== '' && !/^application\/json\b/i.test(request.headers['content-type'] ?? '')
      const path = (request.url ?? '').replace(/\?.*/s, '').split('/').slice(1)
      const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
      const [status, value] = isOther ? [415] : library.reply(method, path, parse(sent))
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    text(request).then(answer, () => {})
  }
  const report = await reportBy(context, document, listener, '--writes', '--at-least', '0')
  const findings = report.failures.flatMap((each) => each.findings)
  return findings.map(({ rule, came }) => `${rule}: ${came}`).join('\n')
}

test('what a library does wrong is told', async (context) => {
  const told = await toldOf(context, 'count', 'first', 'refused', 'removed', 'action', 'other')
  for (const due of [
    /makeNote:effect: noteCount is 0/,
    /putCover:status: 200/,
    /change:no-effect: .* as title/,
    /change:effect: 200 for what was removed/,
    /lend:effect: state is still/,
    /note:parameter:path:bookId: 200/,
  ])
    assert.match(told, due)
})

test('what a service gave a thing stays', async (context) => {
  assert.match(await toldOf(context, 'created'), /change:effect: another createdAt/)
})

for (const [what, ...ways] of [['does nothing wrong'], ['keeps its notes for ever', 'kept']] as const)
  test(`a library that ${what} is not accused`, async (context) => {
    const told = await toldOf(context, ...ways)
    // It counts units of UTF-16: half as many emoji as the document allows are too many.
    assert.doesNotMatch(told, /effect|parameter|putCover:status/)
  })
