/** Orders that are asked for, across pages: numbers are in them, up or down, but for what is pinned. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenOf, listsOf, query, reportBy } from './written.ts'

const trees = [9, 30, 100, 4, 25, 30, 7].map((height, at) => ({ id: at + 1, height, isPinned: at === 6 }))
type Tree = (typeof trees)[number]

const sorted = (by: string, keyOf: (tree: Tree) => number | string): readonly Tree[] => {
  const sign = by.startsWith('-') ? -1 : 1
  return trees.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -sign : sign))
}
const usual = (by: string): readonly Tree[] => sorted(by, ({ height }) => height)

const right: Readonly<Record<string, (by: string) => readonly Tree[]>> = {
  usual,
  pinned: (by) => usual(by).toSorted((one, other) => Number(other.isPinned) - Number(one.isPinned)),
}
const wrong: typeof right = {
  ignored: () => trees,
  asText: (by) => sorted(by, ({ height }) => String(height)),
  pageByPage: (by) =>
    [trees.slice(0, 3), trees.slice(3, 6), trees.slice(6)].flatMap((page) =>
      usual(by).filter((one) => page.includes(one)),
    ),
}

test('orders that are asked for', async (context) => {
  const parameters = [
    query('sort', { enum: ['height', '-height'] }),
    query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
    query('offset', { type: 'integer', minimum: 0 }),
  ]
  const report = await reportBy(
    context,
    listsOf(Object.keys({ ...right, ...wrong }), () => ({ parameters })),
    ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const by = searchParams.get('sort')
      const sort = { ...right, ...wrong }[pathname.slice(1)]
      const from = Number(searchParams.get('offset') ?? 0)
      const page = (by === null ? trees : (sort?.(by) ?? [])).slice(
        from,
        from + Number(searchParams.get('limit') ?? 50),
      )
      response.writeHead(sort === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(page))
    },
    '--at-least',
    '0',
  )
  const broken = brokenOf(report, 'of-').filter((rule) => rule.endsWith(':order'))
  assert.deepEqual(new Set(broken), new Set(Object.keys(wrong).map((name) => `of-${name}:order`)))
})
