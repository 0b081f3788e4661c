/**
 * The package as users have it: packed, installed by npm outside of the clone, run by the oldest Node that it takes and by
 * this one. Only this finds what works in the clone alone.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { parse } from 'yaml'
import { foreignById } from '../mutants/foreign/catalogue.ts'
import { startForeign } from '../mutants/foreign/service.ts'
import { startProgram } from './services/start-program.ts'

const run = promisify(execFile)
const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string): Promise<string> => readFile(at(path), 'utf8')
const { engines } = JSON.parse(await read('package.json')) as { engines: { node: string } }
const oldest = `${engines.node.replace('>=', '')}.0`
const tooOld = '20.19.0'
const platform = `${process.platform}-${process.arch}`
const { catalog } = parse(await read('../../pnpm-workspace.yaml')) as { catalog: Record<string, string> }

/** Without what pnpm tells the programs that it starts. */
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name)))
const npmInstall = ['install', '--no-audit', '--no-fund']

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let tarball: string
/** Directories with a `node`. */
let binaries: Readonly<Record<string, string>>

before(async () => {
  directory = await temporaryDirectory()
  const { path } = directory
  const pack = [
    '--yes',
    'pnpm@12',
    '--filter',
    '@plant-store/conformance',
    'pack',
    '--pack-destination',
    path,
  ]
  await run('npx', pack, { cwd: at('../..'), env: own, maxBuffer: 2 ** 26 })
  tarball = join(path, (await readdir(path)).find((name) => name.endsWith('.tgz')) ?? assert.fail())
  const nodes = [`old@npm:node-${platform}@${oldest}`, `older@npm:node-${platform}@${tooOld}`]
  // Not above the projects: npx would find it there.
  const tools = join(path, 'tools')
  await run('npm', [...npmInstall, '--prefix', tools, ...nodes], { env: own })
  binaries = {
    [tooOld]: join(tools, 'node_modules/older/bin'),
    [oldest]: join(tools, 'node_modules/old/bin'),
    [process.versions.node]: dirname(process.execPath),
  }
})
after(() => directory.remove())

it('the image is made of the package, and ends as a user that is not root', async () => {
  const text = (await read('Containerfile')).replaceAll(/\\\n\s*/g, '')
  const of = (instruction: string): string[] =>
    [...text.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest)
  assert.deepEqual(of('FROM'), [`node:${catalog['node']}-slim`])
  assert.match(of('USER').join(), /^[1-9]\d*:[1-9]\d*$/)
  assert.ok(text.indexOf('\nUSER ') > text.lastIndexOf('\nRUN '))
  // What it runs, in a directory that stands for the root.
  const root = join(directory.path, 'image')
  await mkdir(join(root, 'tmp'), { recursive: true })
  await copyFile(tarball, join(root, of('COPY')[0]?.split(' ')[1] ?? '', basename(tarball)))
  const line = of('RUN')
    .at(-1)
    ?.replaceAll('/tmp/', `${root}/tmp/`)
    .replace('--global', `--global --prefix ${root}`)
  const env = { ...own, PATH: [join(root, 'bin'), own['PATH']].join(delimiter) }
  await run('sh', ['-ec', line ?? ''], { env })
  const [command = '', ...words] = JSON.parse(of('ENTRYPOINT')[0] ?? '') as string[]
  assert.match((await run(command, [...words, '--help'], { env })).stdout, /^Usage: conformance /)
})

/** What Node 22 lacks, and `pack/build.ts` has no stand-in for. */
const newer =
  /\b(?:Promise\.try|Error\.isError|Float16Array|Iterator\.concat|Math\.(?:f16round|sumPrecise)|(?:from|to)(?:Base64|Hex)|getOrInsert|Temporal)\b/

/** What the text of a module imports, and which files beside it it reads. */
const namesIn = (text: string): readonly string[] =>
  [
    /^(?:import|export) (?:[^'"]* from )?["']([^'"]+)["']/gm,
    /\bimport\(["']([^'"]+)["']/g,
    /new URL\(["']([^'"]+)["'], import\.meta\.url\)/g,
  ].flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name))

const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''

for (const version of [oldest, process.versions.node]) {
  describe(`the package under Node ${version}`, () => {
    let project: string
    let env: NodeJS.ProcessEnv

    before(async () => {
      project = join(directory.path, `project of ${version}`)
      await mkdir(project)
      await writeFile(join(project, 'package.json'), '{}')
      env = { ...own, PATH: [binaries[version], own['PATH']].join(delimiter) }
      await run('npm', [...npmInstall, '--save-dev', tarball], { cwd: project, env })
      const { stdout } = await run('npx', ['--call', 'node --version'], { cwd: project, env })
      assert.equal(stdout, `v${version}\n`)
    })

    /** What a user types, without what npx would fetch. */
    function conformance(
      line: string,
      more: NodeJS.ProcessEnv = {},
    ): Promise<{ code: number; stdout: string; stderr: string }> {
      const words = ['--no', '--', 'conformance', ...line.split(' ')]
      return run('npx', words, { cwd: project, env: { ...env, ...more }, maxBuffer: 2 ** 26 }).then(
        (ended) => ({ code: 0, ...ended }),
        (ended: Awaited<ReturnType<typeof conformance>>) => ended,
      )
    }

    it('imports only its own files, its dependencies and Node, and reads only its own files', async () => {
      const root = join(project, 'node_modules/@plant-store/conformance')
      const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>
      }
      for (const [name, exact] of Object.entries(manifest.dependencies)) assert.equal(exact, catalog[name])
      const files = await readdir(root, { recursive: true })
      assert.deepEqual(
        files.filter((file) =>
          /(?<!\.d)\.ts$|(?:^|\/)(?:test|mutants|node_modules)\b|prism|own-service/.test(file),
        ),
        [],
      )
      const page = await readFile(join(root, 'README.md'), 'utf8')
      for (const [, link = ''] of page.matchAll(/\]\(([^)]+)\)/g)) assert.ok(files.includes(link), link)
      for (const file of files.filter((one) => one.endsWith('.js'))) {
        const text = await readFile(join(root, file), 'utf8')
        assert.doesNotMatch(text, newer, file)
        for (const name of namesIn(text)) {
          const isKnown = files.includes(name.replace('./', ''))
          assert.ok(
            isKnown || isBuiltin(name) || packageOf(name) in manifest.dependencies,
            `${file}: ${name}`,
          )
        }
      }
    })

    it('refuses an older Node with a sentence', async () => {
      const ended = await conformance('--help', { PATH: [binaries[tooOld], own['PATH']].join(delimiter) })
      assert.equal(ended.code, 2)
      assert.match(ended.stderr, /^conformance needs Node\.js 22\.15 or newer; \S+ is 20\.19\.0\.\n/)
    })

    it('says what it can do, and what only a clone can', async () => {
      const { code, stdout } = await conformance('--help')
      assert.equal(code, 0)
      assert.match(stdout, /^ {2}check /m)
      assert.doesNotMatch(stdout, /^ {2}mock /m)
      const help = await conformance('check --help')
      assert.match(help.stdout, /^ {2}npx conformance check http/m)
      assert.doesNotMatch(help.stdout, /--own|pnpm|prism/)
      const rules = await conformance('rules')
      assert.deepEqual([rules.code, rules.stderr], [0, ''])
      assert.match(rules.stdout, /^contracts\/openapi\.yaml:\d+ /)
      const refused = await conformance('--own')
      assert.equal(refused.code, 2)
      assert.match(refused.stderr, /^--own is only for a clone of the repository/)
    })

    it("checks a service by the user's own document, and points into it", async () => {
      const { service, change } = foreignById('tools/list-201')
      await cp(fileURLToPath(service.document), join(project, 'api', 'openapi.yaml'))
      await using running = await startForeign(service, change)
      const world = fileURLToPath(service.world)
      const check = `check ${running.url} --contract api/openapi.yaml --world ${world} --budget quick`
      const github = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: project }
      const { code, stdout, stderr } = await conformance(check, github)
      assert.equal(code, 1, stdout + stderr)
      assert.match(stdout, /^::error file=api\/openapi\.yaml,line=\d+,title=/m)
    })

    // What the package lacks shows under any Node, and what Node lacks under the oldest.
    if (version !== oldest) return
    it('checks a service that is not ours by sessions, and with schemathesis', async () => {
      const examples = at('examples')
      await using service = await startProgram([
        'python3',
        `${examples}/plant_store.py`,
        `${examples}/world.json`,
        '0',
      ])
      const check = `check ${service.url} --world ${examples}/world.json --budget quick --minutes 20 --report reports`
      for (const [more, due, said] of [
        ['--only given', 0, /^The service keeps the contract/],
        ['--checker sessions', 1, /^The service breaks the contract/],
      ] as const) {
        const { code, stdout, stderr } = await conformance(`${check} ${more}`)
        assert.equal(code, due, stdout + stderr)
        assert.match(stdout, said)
      }
      assert.ok((await readdir(join(project, 'reports'))).includes('schemathesis.ndjson'))
    })
  })
}
