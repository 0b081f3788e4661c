/**
 * Only this finds a generator whose client of the contract is not made, fails its language's checker, or reads plants or
 * errors wrongly.
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

const venv = join(places.Python, 'venv')
const python = join(venv, 'bin/python')

type Language = keyof typeof places
interface Generator {
  /** Its consumer, in the directory of the language, has this name too. */
  readonly name: string
  /** The name of the package in its manifest, where it is another. */
  readonly package?: string
  readonly language: Language
  readonly needs?: readonly (keyof typeof programs)[]
  /** The program with its arguments, run in the directory of the language. */
  readonly command: string
}

/** What makes a program print its version, and the least version. */
const programs = {
  'Python 3.11': ['python3', '--version'],
  'pip 22.3': ['python3', '-m', 'pip', '--version'],
  'Java 11': ['java', '--version'],
  'Go 1.26': ['go', 'version'],
} as const
const fromPyPI = ['Python 3.11', 'pip 22.3'] as const
const node = `${process.execPath} node_modules`

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    language: 'TypeScript',
    command: `${node}/openapi-typescript/bin/cli.js ${contract} --output dist/openapi-typescript.ts`,
  },
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    language: 'TypeScript',
    command: `${node}/@hey-api/openapi-ts/bin/run.js`,
  },
  {
    name: 'orval',
    language: 'TypeScript',
    command: `${node}/orval/dist/bin/orval.mjs --config orval.config.ts`,
  },
  {
    name: 'openapi-generator',
    package: 'openapi-generator-cli',
    language: 'TypeScript',
    needs: [...fromPyPI, 'Java 11'],
    command: `${venv}/bin/openapi-generator-cli generate --generator-name typescript-fetch --input-spec ${contract} --output dist/openapi-generator --additional-properties=importFileExtension=.js`,
  },
  {
    name: 'openapi-python-client',
    language: 'Python',
    needs: fromPyPI,
    // The code is not formatted: that is a matter of taste, and needs more programs.
    command: `${venv}/bin/openapi-python-client generate --path ${contract} --output-path plant_store --meta none --fail-on-warning --config config.yaml`,
  },
  {
    name: 'datamodel-code-generator',
    language: 'Python',
    needs: fromPyPI,
    command: `${venv}/bin/datamodel-codegen --input ${contract} --output models.py --output-model-type pydantic_v2.BaseModel`,
  },
  {
    name: 'oapi-codegen',
    package: 'oapi-codegen/v2',
    language: 'Go',
    needs: ['Go 1.26'],
    command: `go tool oapi-codegen -generate types,client -package plants -o oapi-codegen/plants/plants.go ${contract}`,
  },
  {
    name: 'ogen',
    language: 'Go',
    needs: ['Go 1.26'],
    command: `go tool ogen --target ogen/plants --package plants --clean ${contract}`,
  },
]

const run = (language: Language, [program = '', ...args]: readonly string[]) =>
  execute(program, args, { cwd: places[language], env: { ...process.env, CONTRACT: contract } })

/** What comes from PyPI. Installing pip into the environment would take 8 s of processor time. */
async function install(): Promise<void> {
  await run('Python', ['python3', '-m', 'venv', '--without-pip', 'venv'])
  const pip = ['python3', '-m', 'pip', '--python', python, 'install', '--disable-pip-version-check']
  const from = ['--quiet', '--require-hashes', '--only-binary=:all:', '--requirement', 'requirements.txt']
  await run('Python', [...pip, ...from])
}
let installed: Promise<void> | undefined

/** Checks a consumer and what was made for it. Resolves to the command that runs it. */
const check = {
  async TypeScript(name: string) {
    const project = `dist/${name}.json`
    const config = { extends: '../tsconfig.json', files: [`../${name}.ts`] }
    await writeFile(join(places.TypeScript, project), JSON.stringify(config))
    await run('TypeScript', [process.execPath, 'node_modules/typescript/bin/tsc', '--project', project])
    return [process.execPath, `dist/js/${name}.js`]
  },
  async Python(name: string) {
    const pyright = [process.execPath, join(places.TypeScript, 'node_modules/pyright/index.js')]
    await run('Python', [...pyright, '--pythonpath', python, `${name}.py`])
    return [python, `${name}.py`]
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

for (const { name, language, needs = [], command } of generators) {
  it(`${language}: ${name}`, async (t) => {
    for (const needed of needs) {
      if (!(await isInstalled(needed))) {
        t.skip(`${needed} or later is not installed`)
        return
      }
    }
    if (command.startsWith(venv)) await (installed ??= install())
    await run(language, command.split(' '))
    const { plants, token } = world.users.ana
    const { stdout } = await run(language, [...(await check[language](name)), service.url, token])
    const due = { all: plants, first: plants.slice(0, 2), refusedToken: 40_102, invalidLimit: 40_001 }
    assert.deepEqual(JSON.parse(stdout), due)
  })
}

it('contracts/README.md lists them, with their versions', async () => {
  const manifests = [
    '../../../pnpm-workspace.yaml',
    'languages/python/requirements.txt',
    'languages/go/go.mod',
  ]
  const texts = await Promise.all(manifests.map((path) => readFile(here(path), 'utf8')))
  const due = generators.map(({ name, package: searched = name, language }) => {
    const found = new RegExp(`[\\s'/]${searched}(?:'?: |==| v)([\\d.]+)`).exec(texts.join('\n'))
    return `| ${name} ${found?.[1]} | ${language}:`
  })
  const readme = await readFile(here('../../../contracts/README.md'), 'utf8')
  assert.deepEqual(readme.match(/^\| [-\w]+ [\d.]+ \| \w+:/gm), due)
})
