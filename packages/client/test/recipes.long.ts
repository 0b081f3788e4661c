/** Only this finds a recipe that doesn't compile or do what it says, and what only a browser does to the client. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patienceMs, serveSmallWorld, until } from '@plant-store/testkit'
import { noBrowser, startBrowser } from '@plant-store/testkit/browser'
import { build as bundle } from 'esbuild'
import { build as buildPage } from 'vite'
import { serveOneOrigin } from './one-origin.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const text = await readFile(join(root, 'RECIPES.md'), 'utf8')
const open = new AsyncDisposableStack()
after(() => open.disposeAsync())
const { world, service, stop } = await serveSmallWorld()
open.defer(stop)
const { plants, token } = world.users.ana
const names = plants.map(({ name }) => name)

// Inside the package, so that the packages of its recipes are found; git ignores `.turbo`.
await mkdir(join(root, '.turbo'), { recursive: true })
const project = await mkdtemp(join(root, '.turbo', 'recipes-'))
open.defer(() => rm(project, { recursive: true }))
await cp(fileURLToPath(new URL('recipes', import.meta.url)), project, { recursive: true })
const modules = join(project, 'node_modules')
for (const name of ['@plant-store', '.bin']) await mkdir(join(modules, name), { recursive: true })
await symlink(root, join(modules, '@plant-store/client'))
const mock = `#!/bin/sh\nexec node '${join(root, 'src/command/main.ts')}' "$@"\n`
await writeFile(join(modules, '.bin/plant-store-mock'), mock, { mode: 0o755 })
const files = [...text.matchAll(/^```\w+\n(?:\/\/|#) (\S+)\n.*?^```$/gms)]
for (const [block, name = ''] of files)
  await writeFile(join(project, name), block.replaceAll(/^```.*\n?/gm, ''))

it('every block of the page is a file', () => {
  assert.equal(files.length, text.match(/^```\w/gm)?.length)
  assert.notEqual(files.length, 0)
})

it('all of them compile', async () => {
  const compiler = join(root, '../../node_modules/typescript/bin/tsc')
  const failed = await run(process.execPath, [compiler, '--project', project]).catch(
    (error: unknown) => error,
  )
  assert.equal((failed as { stdout: string }).stdout, '')
})

describe('in a browser', { skip: noBrowser ?? false }, () => {
  let page: Awaited<ReturnType<Awaited<ReturnType<typeof startBrowser>>['browser']['newPage']>>
  let origin: Awaited<ReturnType<typeof serveOneOrigin>>
  const complaints: string[] = []
  before(async () => {
    const built = await buildPage({
      root: project,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        rolldownOptions: { input: join(project, 'page.tsx'), output: { entryFileNames: 'page.js' } },
      },
    })
    const { output } = Array.isArray(built)
      ? (built[0] ?? assert.fail())
      : 'output' in built
        ? built
        : assert.fail()
    const scripts: Record<string, string> = {}
    for (const one of output)
      scripts[`/${one.fileName}`] = one.type === 'chunk' ? one.code : String(one.source)
    origin = open.use(await serveOneOrigin(scripts, service.url))
    page = await open.use(await startBrowser()).browser.newPage()
    page.setDefaultTimeout(patienceMs)
    page.on('pageerror', (fault) => complaints.push(String(fault)))
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text())
    })
    await page.goto(origin.url)
  })

  for (const recipe of ['PlantList', 'PlantNames']) {
    const show = (path: string, secret = token) => page.evaluate(`page.show${recipe}('${path}', '${secret}')`)
    it(`${recipe}: shows the plants, shows what is wrong, and ends its request when it is no longer shown`, async () => {
      await show('/api')
      await page.locator('li').first().waitFor()
      assert.deepEqual(await page.locator('li').allTextContents(), names)
      await page.evaluate('page.unmount()')
      await show('/api', 'pst_none')
      assert.match(
        (await page.locator('[role=alert]').textContent()) ?? '',
        /The bearer token was not accepted\./,
      )
      await page.evaluate('page.unmount()')
      const from = origin.statuses.length
      await show('/held')
      await until('the request arrives', () => origin.statuses.length > from)
      await page.evaluate('page.unmount()')
      await until('the request is aborted', () => origin.statuses.includes(499, from))
      assert.equal(await page.locator('[role=alert]').count(), 0)
    })
  }

  it('the worker counts the tags', async () => {
    const logged = page.waitForEvent('console', { timeout: patienceMs })
    await page.evaluate(`page.countTags('${token}')`)
    const counts: Record<string, number> = {}
    for (const { tag } of plants) if (tag !== undefined) counts[tag] = (counts[tag] ?? 0) + 1
    assert.deepEqual(await (await logged).args()[0]?.jsonValue(), { counts })
  })

  const list = (baseUrl: string): Promise<unknown> => page.evaluate(`page.list('${baseUrl}', '${token}')`)

  it('a list that is in the cache is not sent again', async () => {
    const from = origin.statuses.length
    for (let times = 0; times < 2; times += 1)
      assert.deepEqual(await list(`${origin.url}/api`), { status: 200, body: plants.slice(0, 3) })
    assert.deepEqual(origin.statuses.slice(from), [200, 304])
  })

  it('a redirection, whose status the browser hides, is not followed', async () => {
    assert.partialDeepStrictEqual(await list(`${origin.url}/moved`), { status: 'unexpected', httpStatus: 0 })
  })

  it('there are no complaints under a policy without eval', () => {
    // The browser itself logs every refusal.
    assert.deepEqual(
      complaints.filter((one) => !one.startsWith('Failed to load resource')),
      [],
    )
  })

  it('the service at another origin gives no response: CORS allows nobody', async () => {
    assert.equal(await list(service.url), 'TypeError')
  })
})

it('the server component shows the list, and asks for it once', async () => {
  const outfile = join(project, 'render.cjs')
  await bundle({
    entryPoints: [join(project, 'render.tsx')],
    outfile,
    bundle: true,
    platform: 'node',
    conditions: ['react-server'],
    jsx: 'automatic',
  })
  const origin = open.use(await serveOneOrigin({}, service.url))
  const env = { ...process.env, PLANT_STORE_URL: `${origin.url}/api`, PLANT_STORE_TOKEN: token }
  const { stdout } = await run(process.execPath, [outfile], { env })
  for (const name of names)
    assert.ok(stdout.includes(JSON.stringify(name).slice(1, -1)), `${name}: ${stdout}`)
  assert.match(stdout, new RegExp(`"${plants.length} plants"`))
  assert.deepEqual(origin.statuses, [200])
})

it('the tests pass in Vitest, with Mock Service Worker', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, NO_COLOR: '1' }
  const { stdout } = await run(process.execPath, [vitest, 'run'], { cwd: project, env })
  assert.match(stdout, /Tests +3 passed \(3\)/)
})

it('the tests of a project run beside the mock', async () => {
  const script = await readFile(join(project, 'test-with-mock.sh'), 'utf8')
  await using probe = await serveOneOrigin({}, service.url)
  const { port } = new URL(probe.url)
  await probe[Symbol.asyncDispose]()
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` }
  const { stdout } = await run('sh', ['-e', '-c', script.replaceAll('4010', port)], { cwd: project, env })
  assert.match(stdout, /^\[\{"name":"Alder","tag":"Alnus"\},\{"name":"Black alder"\}\]$/m)
})
