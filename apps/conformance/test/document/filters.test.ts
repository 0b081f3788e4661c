/** Filters: all that has the value is found, and nothing else; but some find what is above, too, or what belongs to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenOf, listsOf, query, reportBy } from './written.ts'

const trees = Array.from({ length: 12 }, (_, at) => ({
  id: `t${at}`,
  kind: ['oak', 'elm', 'ash'][at % 3] ?? '',
  plot_id: ['p1', 'p2'][at % 2] ?? '',
  isOld: at % 4 < 2,
  height: at % 5,
  marks: at % 2 === 0 ? ['red'] : ['blue'],
}))
type Tree = (typeof trees)[number]
type Is = (tree: Tree, all: (name: string) => readonly string[]) => boolean

const kinds: Is = ({ kind }, all) => all('kind').length === 0 || all('kind').includes(kind)
const plots: Is = ({ plot_id: plot }, all) => all('plotId').length === 0 || all('plotId').includes(plot)
const old: Is = ({ isOld }, all) => all('is_old').length === 0 || all('is_old').includes(String(isOld))
const marks: Is = (tree, all) => all('marks').every((mark) => tree.marks.includes(mark))
const isWith =
  (...filters: readonly Is[]): Is =>
  (tree, all) =>
    filters.every((is) => is(tree, all))

const right: Readonly<Record<string, Is>> = {
  exact: isWith(kinds, plots, old, marks),
  atLeast: (tree, all) => all('height').every((least) => tree.height >= Number(least)),
  ofPart: ({ plot_id: plot }, all) => all('plotId').every((wanted) => plot >= wanted),
  onlyOld: ({ isOld }, all) => !all('is_old').includes('true') || isOld,
  rank: ({ kind }, all) =>
    all('kind').every((least) => ['oak', 'elm', 'ash'].indexOf(kind) >= ['oak', 'elm', 'ash'].indexOf(least)),
}
const wrong: Readonly<Record<string, Is>> = {
  ignored: isWith(kinds, old),
  flagIgnored: isWith(kinds, plots),
  numberIgnored: () => true,
  lost: (tree, all) => exactly(tree, all) && tree.id !== (all('kind').length > 0 ? 't4' : ''),
  oneMore: (tree, all) => exactly(tree, all) || (tree.kind === 'elm' && all('kind').includes('oak')),
  either: (tree, all) =>
    all('kind').length > 0 && all('plotId').length > 0
      ? kinds(tree, all) || plots(tree, all)
      : exactly(tree, all),
  second: isWith(plots, (tree, all) => all('plotId').length > 0 || kinds(tree, all)),
  firstOfSeveral: (tree, all) => kinds(tree, (name) => all(name).slice(0, 1)),
}
const exactly = isWith(kinds, plots, old)

test('what filters find, alone and together', async (context) => {
  const parameters = [
    query('kind', { type: 'array', maxItems: 2, items: { enum: ['oak', 'elm', 'ash'] } }),
    query('plotId', { type: 'string' }),
    query('is_old', { type: 'boolean' }),
    query('height', { type: 'integer' }),
    query('marks', { type: 'array', items: { enum: ['red', 'blue'] } }),
  ]
  const names: Readonly<Record<string, readonly string[]>> = {
    exact: ['kind', 'plotId', 'is_old', 'marks'],
    atLeast: ['height'],
    ofPart: ['plotId'],
    onlyOld: ['is_old'],
    rank: ['kind'],
    numberIgnored: ['height'],
  }
  const document = listsOf(Object.keys({ ...right, ...wrong }), (name) => {
    const own = names[name] ?? ['kind', 'plotId', 'is_old']
    return { parameters: parameters.filter((one) => own.includes(String(Object.values(one)[0]))) }
  })
  const report = await reportBy(
    context,
    document,
    ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const is = { ...right, ...wrong }[pathname.slice(1)]
      const isRight = [...searchParams].every(([name, value]) =>
        trees.some((tree) => !(name in tree) || String(Reflect.get(tree, name)).includes(value)),
      )
      response.writeHead(is === undefined ? 404 : isRight ? 200 : 400, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(trees.filter((tree) => is?.(tree, (name) => searchParams.getAll(name)))))
    },
    '--at-least',
    '0',
  )
  const broken = brokenOf(report, 'of-').filter((rule) => rule.endsWith(':filters'))
  assert.deepEqual(new Set(broken), new Set(Object.keys(wrong).map((name) => `of-${name}:filters`)))
})

test('what is assumed where a parameter is left out', async (context) => {
  const parameters = [
    query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 5 }),
    query('kind', { enum: ['oak', 'elm', 'all'], default: 'oak' }),
  ]
  const names = ['right', 'shorter', 'allKinds']
  const report = await reportBy(
    context,
    listsOf(names, () => ({ parameters })),
    ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const kind = searchParams.get('kind') ?? (pathname === '/allKinds' ? 'all' : 'oak')
      const limit = Number(searchParams.get('limit') ?? (pathname === '/shorter' ? 2 : 5))
      const all = trees.filter((tree) => kind === 'all' || tree.kind === kind)
      response.writeHead(names.includes(pathname.slice(1)) ? 200 : 404, {
        'Content-Type': 'application/json',
      })
      response.end(JSON.stringify(all.slice(0, limit)))
    },
    '--at-least',
    '0',
  )
  const broken = brokenOf(report, 'of-').filter((rule) => /:(?:pages|filters)$/.test(rule))
  assert.deepEqual(new Set(broken), new Set(['of-shorter:pages']))
})
