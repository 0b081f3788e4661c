/** The packages as a consumer has them: only this finds a tool beside which they fail. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serveSmallWorld, temporaryDirectory } from '@plant-store/testkit'
import { axisNames, type Row, rows, valueOf } from './matrix/rows.ts'
import { type Bench, environment, runRow, versionOf } from './matrix/run-row.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const open = new AsyncDisposableStack()
after(() => open.disposeAsync())

/** Packs the packages, installs with npm what the rows need beside them, and starts a service. */
async function openBench(): Promise<Bench> {
  const directory = await temporaryDirectory()
  open.defer(() => directory.remove())
  const { path } = directory
  const tools = join(path, 'tools')
  await mkdir(tools)
  const options = { env: environment(tools), maxBuffer: 2 ** 26 }
  // Only these: another test packs the harness meanwhile.
  const packed = ['contracts', 'client'].flatMap((name) => ['--filter', `@plant-store/${name}`])
  const pack = ['--yes', 'pnpm@12', ...packed, 'pack', '--pack-destination', path]
  await run('npx', pack, { cwd: root, ...options })
  const files = (await readdir(path)).filter((file) => file.endsWith('.tgz'))
  const tarballs = Object.fromEntries(
    files.map((file) => [/(contracts|client)-/.exec(file)?.[1] ?? '', join(path, file)]),
  )
  const needed = rows.flatMap((row) => axisNames.map((axis) => valueOf(axis, row[axis]).tools ?? {}))
  const manifest = { private: true, dependencies: Object.assign({}, ...needed) as object }
  await writeFile(join(tools, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: tools, ...options })
  const { world, service, stop } = await serveSmallWorld()
  open.defer(stop)
  const { token, plants } = world.users.ben
  const list = plants.map(({ name, tag }) => `${name} ${tag ?? '-'}`).join('\n')
  return { path, tarballs, tools, token, baseUrl: service.url, due: JSON.stringify([list, 5, -1]) }
}

let bench: Bench
before(async () => {
  bench = await openBench()
})

for (const [index, row] of rows.entries())
  it(axisNames.map((axis) => row[axis]).join(', '), () =>
    runRow(row, join(bench.path, `row-${index}`), bench),
  )

it('matrix.md lists the rows, with the versions', async () => {
  const file = new URL('../../../docs/consumers/matrix.md', import.meta.url)
  const text = `# Where the packages are tried

In each row a project is installed from the tarballs alone, type-checked (with what must not compile, too), bundled, and
run against the service. \`packages/client/test/matrix.long.ts\` is the test, and writes this page.

${await tableOf(rows)}
`
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, text)
  assert.equal(await readFile(file, 'utf8'), text)
})

async function tableOf(all: readonly Row[]): Promise<string> {
  const cell = async (axis: (typeof axisNames)[number], name: string): Promise<string> => {
    const version = await versionOf(axis, name)
    return version === '' ? name.replace(/^no .*/, '–') : name.replace(/ \d[\d.]*|(?=,)|$/, ` ${version}`)
  }
  const lines = await Promise.all(
    all.map((row) => Promise.all(axisNames.map((axis) => cell(axis, row[axis])))),
  )
  const titles = ['Package manager', 'Modules', 'TypeScript', 'Bundler', 'Runtime', 'Beside it']
  return [titles, titles.map(() => '---'), ...lines].map((one) => `| ${one.join(' | ')} |`).join('\n')
}
