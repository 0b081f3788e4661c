/** The client in a real browser: bundled as by a consumer, on one origin with the running service. */
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { after, before, describe, it } from 'node:test'
import {
  largeWorldPlant,
  makeLargeWorld,
  patienceMs,
  type Service,
  startService,
  temporaryDirectory,
} from '@plant-store/testkit'
import { noBrowser, type RunningBrowser, startBrowser } from '@plant-store/testkit/browser'
import { rolldown } from 'rolldown'
import { type Origin, serveOneOrigin } from './one-origin.ts'

const plantCount = 5000

describe('in a browser', { skip: noBrowser ?? false }, () => {
  const open = new AsyncDisposableStack()
  let service: Service
  let origin: Origin
  let token: string
  let page: Awaited<ReturnType<RunningBrowser['browser']['newPage']>>
  const complaints: string[] = []

  before(async () => {
    const directory = open.use(await temporaryDirectory())
    const world = await makeLargeWorld(directory.path, plantCount)
    token = world.token
    service = open.use(await startService({ settings: { database: world.database } }))
    await using bundle = await rolldown({ input: fileURLToPath(new URL('page.ts', import.meta.url)) })
    const { output } = await bundle.generate({ format: 'iife', minify: true })
    origin = open.use(await serveOneOrigin({ '/page.js': output[0].code }, service.url))
    const running = open.use(await startBrowser())
    page = await running.browser.newPage()
    page.setDefaultTimeout(patienceMs)
    page.on('pageerror', (fault) => complaints.push(String(fault)))
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(origin.url)
  })
  after(() => open.disposeAsync())

  /** Calls a function of the page with options for the client, which reaches the service through this origin. */
  const call = (name: string, options: object = {}, ...more: readonly unknown[]): Promise<unknown> => {
    const given = [{ baseUrl: `${origin.url}/api`, token, ...options }, ...more]
    return page.evaluate(`page.${name}(${given.map((one) => JSON.stringify(one)).join()})`)
  }

  it('lists the first plants and all of them, and reports refusals', async () => {
    const body = [largeWorldPlant(0), largeWorldPlant(1)]
    assert.deepEqual(await call('list', { limit: 2 }), { status: 200, body })
    const all = (await call('list')) as { readonly body: readonly unknown[] }
    assert.equal(all.body.length, plantCount)
    const refused = { error: 40_102, message: 'The bearer token was not accepted.' }
    assert.deepEqual(await call('list', { token: 'pst_none' }), { status: 401, body: refused })
  })

  it('gives plant after plant, as many as the caller wants, and throws refusals', async () => {
    const { name } = largeWorldPlant(0)
    assert.deepEqual(await call('count'), { count: plantCount, first: name, error: undefined })
    assert.deepEqual(await call('count', {}, 3), { count: 3, first: name, error: undefined })
    const refused = (await call('count', { token: 'pst_none' })) as { count: number; error: string }
    assert.equal(refused.count, 0)
    assert.match(refused.error, /^401: The bearer token was not accepted\. \(40102\) \[request [\w-]+\]$/)
  })

  it('is not sent again what its cache holds', async () => {
    const from = origin.statuses.length
    const first = await call('listCached', { limit: 3 })
    assert.deepEqual(await call('listCached', { limit: 3 }), first)
    assert.deepEqual(origin.statuses.slice(from), [200, 304])
  })

  it('does not follow redirections, whose status the browser hides', async () => {
    const moved = (await call('list', { baseUrl: `${origin.url}/moved` })) as object
    assert.partialDeepStrictEqual(moved, { status: 'unexpected', httpStatus: 0 })
  })

  it('ends when it is told to', async () => {
    assert.equal(await call('listAborted'), 'AbortError')
  })

  it('causes no complaints under a policy without eval', () => {
    // The browser itself logs every refusal.
    assert.deepEqual(
      complaints.filter((text) => !text.startsWith('Failed to load resource')),
      [],
    )
  })

  it('gets no response from the service at another origin: CORS allows nobody', async () => {
    assert.equal(await call('list', { baseUrl: service.url, retries: 0 }), 'TypeError')
  })
})
