/** Some rows of the matrix; `pnpm matrix` tries all of them, which takes minutes. */
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openBench } from './matrix/open-bench.ts'
import { nameOf, rows } from './matrix/rows.ts'
import { runRow } from './matrix/run-row.ts'

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

  for (const [index, row] of chosen.entries()) {
    it(nameOf(row), () => runRow(row, join(bench.path, `row-${index}`), bench))
  }
})
