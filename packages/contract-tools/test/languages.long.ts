/** Clients that generators make from the contract compile, and list the plants of the running service. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serveSmallWorld, temporaryDirectory } from '@plant-store/testkit'
import semver from 'semver'
import { forGenerators } from '@plant-store/contracts/for-generators'

const run = promisify(execFile)
const inLanguages = (path: string): string => fileURLToPath(new URL(`languages/${path}`, import.meta.url))

const { world, service, stop } = await serveSmallWorld()
after(stop)
/** For clients that can't be made inside the repository. */
const directory = await temporaryDirectory()
after(() => directory.remove())
const contract = join(directory.path, 'openapi.json')
await writeFile(contract, JSON.stringify(forGenerators))

/** Runs a consumer with the service's address and Ana's token, and compares its output with what Ana should get. */
async function check(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { stdout } = await run(program, [...args, service.url, world.users.ana.token], { cwd })
  const { plants } = world.users.ana
  const due = { all: plants, first: plants.slice(0, 2), refusedToken: 40_102, invalidLimit: 40_001 }
  assert.deepEqual(JSON.parse(stdout), due)
}

/** Whether a program is installed, in that version or a later one. `args` make it print its version. */
const isInstalled = (program: string, args: readonly string[], least: string): Promise<boolean> =>
  run(program, args).then(
    ({ stdout }) => semver.gte(semver.coerce(stdout) ?? '0.0.0', least),
    () => false,
  )

it('TypeScript: openapi-typescript with openapi-fetch, and hey-api', async () => {
  const cwd = inLanguages('typescript')
  const node = (path: string, ...args: readonly string[]) =>
    run(process.execPath, [`node_modules/${path}`, ...args], {
      cwd,
      env: { ...process.env, CONTRACT: contract },
    })
  await node('openapi-typescript/bin/cli.js', contract, '--output', 'dist/schema.d.ts')
  await node('@hey-api/openapi-ts/bin/run.js')
  await node('typescript/bin/tsc', '--project', '.')
  await check(process.execPath, ['with-openapi-fetch.ts'], cwd)
  await check(process.execPath, ['with-hey-api.ts'], cwd)
})

it('Python: openapi-python-client', async (t) => {
  if (!(await isInstalled('python3', ['--version'], '3.11.0'))) {
    t.skip('Python 3.11 or later is not installed')
    return
  }
  if (!(await isInstalled('python3', ['-m', 'pip', '--version'], '22.3.0'))) {
    t.skip('pip 22.3 or later is not installed (on Debian and Ubuntu: apt-get install python3-pip)')
    return
  }
  const cwd = join(directory.path, 'python')
  await cp(inLanguages('python'), cwd, { recursive: true })
  const inVenv = (program: string): string => join(cwd, 'venv', 'bin', program)
  // Installing pip into the environment itself would take 8 s of processor time.
  await run('python3', ['-m', 'venv', '--without-pip', 'venv'], { cwd })
  await run(
    'python3',
    [
      '-m',
      'pip',
      '--python',
      inVenv('python'),
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--require-hashes',
      '--only-binary=:all:',
      '--requirement',
      'requirements.txt',
    ],
    { cwd },
  )
  // The generated code is not formatted: that is a matter of taste, and needs more programs.
  const args = [
    'generate',
    '--path',
    contract,
    '--output-path',
    'plant_store',
    '--meta',
    'none',
    '--fail-on-warning',
    '--config',
    'config.yaml',
  ]
  await run(inVenv('openapi-python-client'), args, { cwd })
  await check(inVenv('python'), ['consumer.py'], cwd)
})

it('Go: oapi-codegen', async (t) => {
  if (!(await isInstalled('go', ['version'], '1.26.0'))) {
    t.skip('Go 1.26 or later is not installed')
    return
  }
  const cwd = join(directory.path, 'go')
  await cp(inLanguages('go'), cwd, { recursive: true })
  await mkdir(join(cwd, 'plants'))
  const args = ['-generate', 'types,client', '-package', 'plants', '-o', 'plants/plants.go', contract]
  await run('go', ['tool', 'oapi-codegen', ...args], { cwd })
  await run('go', ['vet', './...'], { cwd })
  await check('go', ['run', '.'], cwd)
})
