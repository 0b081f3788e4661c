/** Orders that are asked for, or assumed: across pages, by any usual collation, with what is pinned first; ranks in an order of their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenOf, listsOf, query, reportBy } from './written.ts'

const sizes = ['Low', 'Very high', 'High', 'Low', 'High', 'High', 'Low']
const trees = ['elm', 'Ash', 'oak 2', 'Élan', 'oak 10', 'beech', 'fir'].map((title, at) => ({
  id: at + 1,
  title,
  height: [9, 30, 100, 4, 25, 30, 7][at] ?? 0,
  plantedAt: `2026-03-0${[3, 1, 2, 7, 6, 5, 4][at]}T10:00:00${at === 1 ? '+14:00' : 'Z'}`,
  isPinned: at === 6,
  size: sizes[at] ?? '',
}))
type Tree = (typeof trees)[number]
type Sort = (by: string) => readonly Tree[]

const ranks = ['Low', 'High', 'Very high']

const textOf = ({ title }: Tree): string => title
const codes = (one: Tree, other: Tree): number => (textOf(one) < textOf(other) ? -1 : 1)
const letters = (one: Tree, other: Tree): number =>
  textOf(one).localeCompare(textOf(other), 'de', { numeric: true })
const sorting =
  (texts: (one: Tree, other: Tree) => number): Sort =>
  (by) => {
    const sign = by.startsWith('-') ? -1 : 1
    const name = by.replace('-', '')
    return trees.toSorted((one, other) => {
      if (name === 'title') return sign * texts(one, other)
      if (name === 'height') return sign * (one.height - other.height)
      if (name === 'size') return sign * (ranks.indexOf(one.size) - ranks.indexOf(other.size))
      return sign * (Date.parse(one.plantedAt) - Date.parse(other.plantedAt))
    })
  }
const usual = sorting(codes)

const right: Readonly<Record<string, Sort>> = {
  codes: usual,
  letters: sorting(letters),
  pinned: (by) => usual(by).toSorted((one, other) => Number(other.isPinned) - Number(one.isPinned)),
}
const wrong: Readonly<Record<string, Sort>> = {
  ignored: () => trees,
  upwards: (by) => usual(by.replace('-', '')),
  asText: (by) =>
    by === 'height'
      ? trees.toSorted((one, other) => (String(one.height) < String(other.height) ? -1 : 1))
      : usual(by),
  notAssumed: (by) => usual(by === '' ? '-planted' : by),
  pageByPage: (by) =>
    [trees.slice(0, 3), trees.slice(3, 6), trees.slice(6)].flatMap((page) =>
      usual(by).filter((one) => page.includes(one)),
    ),
}

test('orders that are asked for, and the one that is assumed', async (context) => {
  const parameters = [
    query('sort', { enum: ['planted', '-planted', 'title', 'height', 'size'], default: 'planted' }),
    query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
    query('offset', { type: 'integer', minimum: 0 }),
  ]
  const report = await reportBy(
    context,
    listsOf(Object.keys({ ...right, ...wrong }), () => ({ parameters })),
    ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const name = pathname.slice(1)
      const sorted = { ...right, ...wrong }[name]?.(
        searchParams.get('sort') ?? (name === 'notAssumed' ? '' : 'planted'),
      )
      const from = Number(searchParams.get('offset') ?? 0)
      response.writeHead(sorted === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(sorted?.slice(from, from + Number(searchParams.get('limit') ?? 50)) ?? {}))
    },
    '--at-least',
    '0',
  )
  const broken = brokenOf(report, 'of-').filter((rule) => rule.endsWith(':order'))
  assert.deepEqual(new Set(broken), new Set(Object.keys(wrong).map((name) => `of-${name}:order`)))
})
