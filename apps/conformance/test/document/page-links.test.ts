/** Links of pages lead to the pages that they name; a page that is not the last has one where the document speaks of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenOf, listsOf, query, reportBy } from './written.ts'

const trees = Array.from({ length: 7 }, (_, at) => ({ id: at + 1 }))

/** What a page has beside its items, by where it begins and the link to where any other does. */
type More = (
  from: number,
  to: (other: number) => string,
) => { readonly Link?: string; readonly next?: string }

const right: Readonly<Record<string, More>> = {
  field: (from, to) => ({ Link: `<${to(from + 2)}>; rel="next", <${to(Math.max(0, from - 2))}>; rel=prev` }),
  member: (from, to) => ({ next: to(from + 2) }),
  elsewhere: () => ({ next: 'https://trees.test/?offset=2' }),
  none: () => ({}),
}
const wrong: Readonly<Record<string, More>> = {
  dead: (from, to) => ({ next: `/trees${to(from + 2)}` }),
  deadField: (from, to) => ({ Link: `</trees${to(from + 2)}>; rel="next"` }),
  again: (from, to) => ({ next: to(from) }),
  backToFirst: (from, to) => ({ Link: `<${to(from + 2)}>; rel="next", <${to(0)}>; rel="prev"` }),
  forgotten: (from, to): { readonly Link?: string } =>
    from === 0 ? { Link: `<${to(from + 2)}>; rel="next"` } : {},
}

test('links of pages', async (context) => {
  const done = { description: 'Trees', headers: { Link: { schema: { type: 'string' } } } }
  const responses = { 200: done, default: { description: 'Refused.' } }
  const forest = { name: 'X-Forest', in: 'header', required: true, schema: { type: 'string' } }
  const integer = (minimum: number): object => ({ type: 'integer', minimum })
  const parameters = [query('limit', integer(1)), query('offset', integer(0)), forest]
  const report = await reportBy(
    context,
    listsOf(Object.keys({ ...right, ...wrong }), () => ({ parameters, responses })),
    ({ url = '', headers }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const from = Number(searchParams.get('offset') ?? 0)
      const limit = Number(searchParams.get('limit') ?? 2)
      const more = { ...right, ...wrong }[pathname.slice(1)]?.(
        from,
        (other) => `${pathname}?offset=${other}&limit=2`,
      )
      const { Link, next } = more ?? {}
      const isLast = from + limit >= trees.length
      response.writeHead(more === undefined ? 404 : headers['x-forest'] === undefined ? 400 : 200, {
        'Content-Type': 'application/json',
        ...(Link !== undefined && !isLast && { Link }),
      })
      response.end(
        JSON.stringify({
          items: trees.slice(from, from + limit),
          ...(next !== undefined && !isLast && { next }),
        }),
      )
    },
    '--at-least',
    '0',
  )
  const broken = brokenOf(report, 'of-').filter((rule) => rule.endsWith(':pages'))
  assert.deepEqual(new Set(broken), new Set(Object.keys(wrong).map((name) => `of-${name}:pages`)))
})
