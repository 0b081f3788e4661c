/** Lists as CSV: fields are quoted where they must be (RFC 4180), and each item has a record with its texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenOf, listsOf, reportBy } from './written.ts'

const trees = ['oak', 'elm, or ash', 'a "fir"', 'Grüße'].map((name, id) => ({
  id,
  name,
  on: `2026-03-0${id + 1}`,
}))
type Tree = (typeof trees)[number]

const quoted = (text: string): string => (/[";,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const linesOf = (all: readonly Tree[], write: (text: string) => string, by = ','): string =>
  ['name,id,on'.replaceAll(',', by), ...all.map(({ id, name, on }) => [write(name), id, on].join(by))].join(
    '\r\n',
  )

const right: Readonly<Record<string, string>> = {
  quoted: linesOf(trees, quoted),
  semicolons: linesOf(trees, quoted, ';'),
  noHeader: linesOf(trees, quoted).replace(/.*\r\n/, ''),
  otherDays: `${linesOf(trees, quoted).replaceAll('2026-', '26/')}\r\n`,
}
const wrong: Readonly<Record<string, string>> = {
  bare: linesOf(trees, (text) => text),
  unescaped: linesOf(trees, (text) => `"${text}"`),
  lost: linesOf(trees.slice(1), quoted),
  damaged: linesOf(trees, (text) => quoted(text.replace('ü', '?'))),
}

test('lists as CSV', async (context) => {
  const content = { 'application/json': {}, 'text/csv': { schema: { type: 'string' } } }
  const responses = { 200: { description: 'Trees', content }, default: { description: 'Refused.' } }
  const report = await reportBy(
    context,
    listsOf(Object.keys({ ...right, ...wrong }), () => ({ responses })),
    ({ url = '', headers }, response) => {
      const text = { ...right, ...wrong }[url.slice(1)]
      const isCsv = headers.accept?.startsWith('text/') === true && text !== undefined
      response.writeHead(text === undefined ? 404 : 200, {
        'Content-Type': isCsv ? 'text/csv' : 'application/json',
      })
      response.end(isCsv ? text : JSON.stringify(trees))
    },
    '--at-least',
    '0',
  )
  const broken = brokenOf(report, 'of-').filter((rule) => rule.endsWith(':body'))
  assert.deepEqual(new Set(broken), new Set(Object.keys(wrong).map((name) => `of-${name}:body`)))
})
