/**
 * `pnpm matrix`: tries the packages as a consumer has them, in every row, and prints the table.
 * `--only <pattern>` tries those whose name fits; `UPDATE_DOCS=1` writes `docs/consumers/matrix.md`. Exits with 1 if a row fails.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openBench } from './open-bench.ts'
import { axisNames, missing, nameOf, type Row, rows, valuesOf } from './rows.ts'
import { runRow, versionOf } from './run-row.ts'
import { type Outcome, tablesOf } from './table.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const isChosen = new RegExp(values.only, 'i')
const chosen = rows.filter((row) => isChosen.test(nameOf(row)))
const say = (text: string): unknown => process.stderr.write(`${text}\n`)

say(`Packing, and installing the tools of ${chosen.length} rows...`)
await using bench = await openBench(chosen)
const outcomes: Outcome[] = []
async function runAll(queue: Iterable<[number, Row]>): Promise<void> {
  for (const [index, row] of queue) {
    const start = performance.now()
    const reason = await runRow(row, join(bench.path, `row-${index}`), bench).then(
      () => undefined,
      (error: Error) => error.message,
    )
    const seconds = Math.round((performance.now() - start) / 1000)
    const outcome = reason === undefined ? 'passed' : 'failed'
    outcomes[index] = { row, outcome }
    say(`${outcome}  ${nameOf(row)}  ${seconds} s${reason === undefined ? '' : `\n${reason}`}`)
  }
}
// One compiles while the other one waits for a registry.
const queue = chosen.entries()
await Promise.all([runAll(queue), runAll(queue)])

const named = axisNames.flatMap((axis) => valuesOf(axis).map((value) => [axis, value] as const))
const versions = new Map<string, string>()
for (const [axis, value] of named) versions.set(`${axis} ${value}`, await versionOf(axis, value))
const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
const date = new Date().toISOString().slice(0, 10)
const sum = `${outcomes.length - failed} rows passed, ${failed} failed, ${missing.length} combinations not run`
const tables = tablesOf(outcomes, versions)
process.stdout.write(`${tables}\n\n${sum}\n`)
if (process.env['UPDATE_DOCS'] === '1') await writeDocument()
process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1

async function writeDocument(): Promise<void> {
  if (chosen.length < rows.length) throw new Error('UPDATE_DOCS=1 needs all rows: leave out --only.')
  const head = `# Where the packages were tried

Made by \`UPDATE_DOCS=1 pnpm matrix\` on ${date}, on ${process.platform} ${process.arch}: ${sum}.
In each row a project is installed from the tarballs alone, type-checked (with what must not compile, too), bundled, and
run against the service. Each two values that can meet do so in a row; a peer meets an old and a
new environment. \`–\`: not tried together.`
  await writeFile(
    fileURLToPath(new URL('../../../../docs/consumers/matrix.md', import.meta.url)),
    `${head}\n\n${tables}\n`,
  )
}
