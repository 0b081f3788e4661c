/**
 * The package is installed as an operator installs it. Only this finds a file or a dependency that is missing in it, and what
 * works only in this repository.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { listPlants } from '@plant-store/client'
import { temporaryDirectory } from '@plant-store/testkit'
import { publint } from 'publint'
import { execute, install, type Installed, root } from './installed.ts'

describe('the package', () => {
  let place: Awaited<ReturnType<typeof temporaryDirectory>>
  let installed: Installed
  /** An empty working directory. */
  let here: string
  const run = (...argv: readonly string[]): Promise<string> =>
    execute('plant-store', argv, { cwd: here, env: installed.env })

  before(async () => {
    place = await temporaryDirectory()
    installed = await install(place.path)
    here = join(place.path, 'some where')
    await mkdir(here)
  })
  after(() => place.remove())

  it('contains what the command needs, and no sources, tests or tools', async () => {
    const files = (await readdir(installed.directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/api/node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.directory.length + 1))
    assert.deepEqual(
      files.filter((file) => !/^(?:dist|data|deploy\/proxy|deploy\/systemd)\//.test(file)).toSorted(),
      ['LICENSE', 'deploy/service-role.sql', 'package.json'],
    )
    assert.deepEqual(
      files.filter((file) => /\.ts$|test/.test(file)),
      [],
    )
    const page = await readFile(join(installed.directory, 'dist/on-a-server.md'), 'utf8')
    for (const [, link = ''] of page.matchAll(/\]\(([^)#]+)\)/g))
      assert.ok(files.includes(join('dist', link)), link)
    const migrations = await readdir(join(root, 'packages/store/src/sqlite/migrations'))
    assert.deepEqual(
      (await readdir(join(installed.directory, 'dist/migrations'))).toSorted(),
      migrations.toSorted(),
    )
  })

  it('depends on exact versions of packages in the registry', async () => {
    const text = await readFile(join(installed.directory, 'package.json'), 'utf8')
    assert.doesNotMatch(text, /workspace:|catalog:/)
    const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> }
    for (const [name, version] of Object.entries(dependencies)) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name)
      assert.doesNotMatch(name, /^@plant-store\//)
    }
  })

  it('passes publint', async () => {
    const { buffer } = new Uint8Array(await readFile(installed.tarball))
    const { messages } = await publint({ pack: { tarball: buffer } })
    assert.deepEqual(messages, [])
  })

  it('serves the demo from any directory, and ends on SIGTERM', async () => {
    const argv = ['demo', '--port', '0', '--operator-port', '0']
    const child = spawn('plant-store', argv, {
      cwd: here,
      env: installed.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    let said = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += String(chunk)
      if (said.includes('Stop with Ctrl-C')) break
    }
    child.stdout.resume()
    const [, token = '', url = ''] = /Bearer (\S+)" "(\S+)"/.exec(said) ?? []
    const baseUrl = url.replace(/\/plants\?limit=3$/, '')
    const result = await listPlants({ baseUrl, token, limit: 3 })
    assert.equal(result.status, 200)
    assert.equal(result.body.length, 3)
    const [, operatorUrl = ''] = /For the operator: (\S+)\/readyz/.exec(said) ?? []
    const contract = await (await fetch(`${operatorUrl}/openapi.yaml`)).text()
    assert.equal(contract, await readFile(join(root, 'contracts/openapi.yaml'), 'utf8'))
    const [, docsUrl = ''] = /The contract, to read and to try: (\S+)/.exec(said) ?? []
    const page = await (await fetch(docsUrl)).text()
    for (const [file] of page.matchAll(/docs\/[\w.-]+/g)) {
      assert.equal((await fetch(`${operatorUrl}/${file}`)).status, 200, file)
    }
    const tried = await listPlants({ baseUrl: `${docsUrl}/try`, token, limit: 3 })
    assert.deepEqual(tried.status === 200 && tried.body, result.body)
    child.kill('SIGTERM')
    assert.deepEqual(await closed, [0, null])
    assert.ok((await readdir(join(here, '.plant-store'))).includes('plant-store.db'))
  })

  it('has its version, and resolves paths from the working directory', async () => {
    assert.equal(await run('--version'), `${await versionHere()}\n`)
    await run('migrate', '--database', 'own.db')
    await assert.rejects(
      run('import', 'plants', '../none.csv', '--database', 'own.db'),
      /ended with 5:\nThere is no file \.\.\/none\.csv\. Nothing was imported\.\n$/,
    )
    assert.deepEqual((await readdir(here)).toSorted(), ['.plant-store', 'own.db'])
  })

  it("does an operator's day, from an empty directory to a backup restored on another path", async () => {
    const cwd = await mkdtemp(join(place.path, 'day-'))
    const script = join(root, 'apps/api/test/install/operators-day.sh')
    const env = { ...installed.env, PLANT_STORE_DRAIN_DELAY_MS: '0' }
    assert.match(await execute('/bin/sh', [script], { cwd, env }), /== The end of the day\n$/)
  })

  const oldNode = spawnSync('/usr/bin/env', ['-i', 'PATH=/usr/local/bin:/usr/bin:/bin', 'node', '--version'])
  const isOld = oldNode.status === 0 && /^v(?:1\d|2[0-3])\./.test(String(oldNode.stdout))
  it(
    'says in a sentence that a Node is too old',
    { skip: !isOld && 'needs a Node older than 24' },
    async () => {
      const env = { ...installed.env, PATH: `${installed.prefix}/bin:/usr/local/bin:/usr/bin:/bin` }
      await assert.rejects(
        execute('plant-store', ['demo'], { cwd: here, env }),
        /ended with 11:\nplant-store needs Node\.js 24\.\d+ or newer; \S+ is \d+\.\d+\.\d+\.\n$/,
      )
    },
  )

  async function versionHere(): Promise<string> {
    const manifest = JSON.parse(await readFile(join(root, 'apps/api/package.json'), 'utf8')) as {
      version: string
    }
    return manifest.version
  }
})
