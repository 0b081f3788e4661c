/** Some rows of the matrix: only this finds a tool beside which the packages fail. `pnpm matrix` tries all. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openBench } from './matrix/open-bench.ts'
import { axisNames, nameOf, rows, valuesOf } from './matrix/rows.ts'
import { runRow, versionOf } from './matrix/run-row.ts'

describe('in a project of a consumer, from the tarballs', () => {
  let bench: Awaited<ReturnType<typeof openBench>>
  // Each TypeScript, each way of importing, and what once failed.
  const own =
    /^pnpm · req.*Deno|^Yarn 1.*workerd|^Yarn 4 · req.*Node.js 20|^npm · import\(\).*Node.js 24|MSW 3$/
  const chosen = rows.filter((row) => own.test(nameOf(row)))
  before(async () => {
    bench = await openBench(chosen)
  })
  after(async () => {
    await bench[Symbol.asyncDispose]()
  })

  it('matrix.md is of these versions, and no row in it failed', async () => {
    const document = await readFile(new URL('../../../docs/consumers/matrix.md', import.meta.url), 'utf8')
    assert.match(document, new RegExp(`: ${rows.length} rows passed, 0 failed, `))
    for (const axis of axisNames) {
      for (const value of valuesOf(axis).filter((each) => each !== 'npm'))
        assert.ok(document.includes(await versionOf(axis, value)), `${value}: run UPDATE_DOCS=1 pnpm matrix`)
    }
  })

  for (const [index, row] of chosen.entries()) {
    it(nameOf(row), () => runRow(row, join(bench.path, `row-${index}`), bench))
  }
})
