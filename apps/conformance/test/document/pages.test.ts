/** Lists in pages: of any size, all together have each thing once. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test, type TestContext } from 'node:test'
import { brokenOf, documentOf, reportBy } from './written.ts'

const integer = (minimum: number, more: object = {}): object => ({
  schema: { type: 'integer', minimum, ...more },
})
const query = (name: string, of: object): object => ({ name, in: 'query', ...of })
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const size = query('limit', integer(1, { maximum: 50 }))
const all = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, name: at % 2 === 0 ? 'oak' : 'elm' }))

type Page = (query: URLSearchParams, limit: number) => unknown

async function brokenBy(
  context: TestContext,
  parameters: readonly object[],
  page: Page,
): Promise<readonly string[]> {
  const document = documentOf('3.1.0', {
    paths: { '/trees': { get: { operationId: 'trees', parameters, responses } } },
  })
  const listener: RequestListener = ({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const limit = Number(searchParams.get('limit') ?? 5)
    const isRight = Number.isInteger(limit) && limit >= 0 && limit <= 50
    response.writeHead(isRight ? 200 : 400, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isRight ? page(searchParams, limit) : {}))
  }
  const report = await reportBy(context, document, listener, '--at-least', '0')
  return brokenOf(report, 'trees:').filter((rule) => rule === 'trees:pages')
}

const behind =
  (next: (page: typeof all, limit: number) => unknown): Page =>
  (given, limit) => {
    const rest = all.filter(({ id }) => id > Number(given.get('after') ?? 0))
    return { items: rest.slice(0, limit), next: rest.length > limit ? next(rest, limit) : null }
  }

test('pages that each lose a thing', async (context) => {
  const parameters = [size, query('after', integer(0))]
  const broken = await brokenBy(
    context,
    parameters,
    behind((rest, limit) => rest[limit]?.id),
  )
  assert.deepEqual(broken, ['trees:pages'])
})

test('pages that each lose a thing, where all of them fill one page', async (context) => {
  const broken = await brokenBy(
    context,
    [query('limit', integer(1, { maximum: 10 })), query('after', integer(-1))],
    (given, limit) => {
      const rest = [{ id: 0 }, ...all].filter(({ id }) => id > Number(given.get('after') ?? -1))
      return { items: rest.slice(0, limit), next: rest[limit]?.id ?? null }
    },
  )
  assert.deepEqual(broken, ['trees:pages'])
})

test('pages as they should be: behind a thing, behind so many, by number', async (context) => {
  const after = await brokenBy(
    context,
    [size, query('after', integer(0))],
    behind((rest, limit) => rest[limit - 1]?.id),
  )
  const offset = await brokenBy(context, [size, query('offset', integer(0))], (given, limit) =>
    all.slice(Number(given.get('offset') ?? 0)).slice(0, limit),
  )
  const number = await brokenBy(context, [size, query('page', integer(1))], (given, limit) =>
    all.slice((Number(given.get('page') ?? 1) - 1) * limit).slice(0, limit),
  )
  assert.deepEqual([after, offset, number], [[], [], []])
})

test('an empty page that names the next', async (context) => {
  const parameters = [size, query('after', { schema: { type: 'number', minimum: 0 } })]
  const whole = behind((page, limit) => page[limit - 1]?.id)
  const page: Page = (given, limit) =>
    given.get('after') === '4' ? { items: [], next: 4.5 } : whole(given, limit)
  assert.deepEqual(await brokenBy(context, parameters, page), [])
})

test('an order by which a further page loses what is equal to the last of the page before', async (context) => {
  const sort = query('sort', { schema: { enum: ['id', '-id', 'name'] } })
  const broken = await brokenBy(context, [size, query('after', {}), sort], (given, limit) => {
    const by = given.get('sort')
    const key = ({ id, name }: (typeof all)[number]): string =>
      by === 'name' ? name : String(by === '-id' ? 9 - id : id)
    const after = given.get('after')
    const rest = all
      .toSorted((one, other) => key(one).localeCompare(key(other)))
      .filter((one) => after === null || key(one) > after)
    const items = rest.slice(0, limit)
    return { items, next: rest.length > limit ? items.map((one) => key(one)).at(-1) : null }
  })
  assert.deepEqual(broken, ['trees:pages'])
})

test('a total that is that of a page, and a filter that a further page forgets', async (context) => {
  const name = query('name', { schema: { enum: ['oak', 'elm'] } })
  const parameters = [size, query('after', integer(0)), name]
  const listBy =
    (fault: string): Page =>
    (given, limit) => {
      const after = Number(given.get('after') ?? 0)
      const wanted = fault === 'filter' && after > 0 ? null : given.get('name')
      const found = all.filter((one) => wanted === null || one.name === wanted)
      const rest = found.filter(({ id }) => id > after)
      const items = rest.slice(0, limit)
      const next = rest.length > limit ? items.at(-1)?.id : null
      return { items, next, total: fault === 'total' ? items.length : found.length }
    }
  const broken = []
  for (const fault of ['total', 'filter', '']) broken.push(await brokenBy(context, parameters, listBy(fault)))
  assert.deepEqual(broken, [['trees:pages'], ['trees:pages'], []])
})

test('0 may stand for the usual size', async (context) => {
  const name = query('name', { schema: { enum: ['oak', 'elm', 'fir'] } })
  const broken = await brokenBy(context, [query('limit', integer(0)), name], (given, limit) =>
    all.filter((one) => one.name === (given.get('name') ?? one.name)).slice(0, limit === 0 ? 5 : limit),
  )
  assert.deepEqual(broken, [])
})
