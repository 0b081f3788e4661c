/**
 * Only this finds a generator whose client of the contract is not made, fails its language's checker, or reads plants or
 * errors wrongly. The table of contracts/README.md comes from here; `UPDATE_DOCS=1` rewrites it.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { forGenerators } from '@plant-store/contracts/for-generators'
import { serveSmallWorld, temporaryDirectory } from '@plant-store/testkit'
import semver from 'semver'
import { type Generator, generators, programs } from './generators.ts'

const execute = promisify(execFile)
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const open = new AsyncDisposableStack()
after(() => open.disposeAsync())
const { world, service, stop } = await serveSmallWorld()
open.defer(stop)
const directory = await temporaryDirectory()
open.defer(() => directory.remove())
const contract = join(directory.path, 'openapi.json')
await writeFile(contract, JSON.stringify(forGenerators))

const places = {
  // Its packages are found in the repository only.
  TypeScript: here('languages/typescript'),
  Python: join(directory.path, 'python'),
  Go: join(directory.path, 'go'),
}
await rm(join(places.TypeScript, 'dist'), { recursive: true, force: true })
await mkdir(join(places.TypeScript, 'dist'))
await cp(here('languages/python'), places.Python, { recursive: true })
await cp(here('languages/go'), places.Go, { recursive: true })
await mkdir(join(places.Go, 'oapi-codegen/plants'))

const run = (language: Generator['language'], [program = '', ...args]: readonly string[]) =>
  execute(program, args, { cwd: places[language], env: { ...process.env, CONTRACT: contract } })
const packaged = (path: string): string => join(places.TypeScript, 'node_modules', path)
const inVenv = (program: string): string => join(places.Python, 'venv', 'bin', program)

/** What comes from PyPI. Installing pip into the environment would take 8 s of processor time. */
async function install(): Promise<void> {
  await run('Python', ['python3', '-m', 'venv', '--without-pip', 'venv'])
  const pip = ['python3', '-m', 'pip', '--python', inVenv('python'), 'install', '--disable-pip-version-check']
  const from = ['--quiet', '--require-hashes', '--only-binary=:all:', '--requirement', 'requirements.txt']
  await run('Python', [...pip, ...from])
}
let installed: Promise<void> | undefined

async function generate({ from, language, command }: Generator): Promise<void> {
  const [program = '', ...args] = command.replace('CONTRACT', contract).split(' ')
  if (from === 'PyPI') await (installed ??= install())
  const start = {
    npm: [process.execPath, packaged(program)],
    PyPI: [inVenv(program)],
    Go: ['go', 'tool', program],
  }
  await run(language, [...start[from], ...args])
}

/** Checks a consumer and what was made for it. Resolves to the command that runs it. */
const check = {
  async TypeScript(name: string) {
    const project = `dist/${name}.json`
    const config = { extends: '../tsconfig.json', files: [`../${name}.ts`] }
    await writeFile(join(places.TypeScript, project), JSON.stringify(config))
    await run('TypeScript', [process.execPath, packaged('typescript/bin/tsc'), '--project', project])
    return [process.execPath, `dist/js/${name}.js`]
  },
  async Python(name: string) {
    const pyright = [process.execPath, packaged('pyright/index.js')]
    await run('Python', [...pyright, '--pythonpath', inVenv('python'), `${name}.py`])
    return [inVenv('python'), `${name}.py`]
  },
  async Go(name: string) {
    await run('Go', ['go', 'vet', `./${name}`])
    return ['go', 'run', `./${name}`]
  },
}

const isInstalled = (needed: keyof typeof programs): Promise<boolean> => {
  const [program, ...args] = programs[needed]
  return execute(program, args).then(
    ({ stdout }) => semver.gte(semver.coerce(stdout) ?? '0.0.0', semver.coerce(needed) ?? '0.0.0'),
    () => false,
  )
}

for (const generator of generators) {
  const { name, language, needs = [] } = generator
  it(`${language}: ${name}`, async (t) => {
    for (const needed of needs) {
      if (!(await isInstalled(needed))) {
        t.skip(`${needed} or later is not installed`)
        return
      }
    }
    await generate(generator)
    const { plants, token } = world.users.ana
    const { stdout } = await run(language, [...(await check[language](name)), service.url, token])
    const due = { all: plants, first: plants.slice(0, 2), refusedToken: 40_102, invalidLimit: 40_001 }
    assert.deepEqual(JSON.parse(stdout), due)
  })
}

it('contracts/README.md lists them', async () => {
  const manifests = [
    '../../../pnpm-workspace.yaml',
    'languages/python/requirements.txt',
    'languages/go/go.mod',
  ]
  const texts = await Promise.all(manifests.map((path) => readFile(here(path), 'utf8')))
  const rows = generators.map(({ name, package: searched = name, language, makes, remark }) => {
    const found =
      new RegExp(`[\\s'/]${searched}(?:'?: |==| v)([\\d.]+)`).exec(texts.join('\n')) ?? assert.fail(name)
    return `| ${name} ${found[1]} | ${language}: ${makes} | ${remark} |\n`
  })
  const readme = here('../../../contracts/README.md')
  const text = await readFile(readme, 'utf8')
  const table = `| Generator | Makes | What to know |\n| --- | --- | --- |\n${rows.join('')}`
  const written = text.replace(/(?<=<!-- generators -->\n)[^]*?(?=<!-- \/generators -->)/, table)
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(readme, written)
  else assert.equal(text, written)
})
