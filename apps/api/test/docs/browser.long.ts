/** The documentation page in a real browser: read, tried, by keyboard, on a phone, in the dark, and by other sites. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import {
  makeLargeWorld,
  makeWorld,
  patienceMs,
  type Service,
  smallWorld,
  startService,
  temporaryDirectory,
  type World,
} from '@plant-store/testkit'
import {
  type BrowserContextOptions,
  findBarriers,
  noBrowser,
  type Page,
  type RunningBrowser,
  startBrowser,
} from '@plant-store/testkit/browser'

// What runs in the page is text here: these are no types of Node.
const openAll = "document.querySelectorAll('details').forEach((part) => { part.open = true })"

/** A page with what it complained of, and what it asked the network for. */
interface Opened extends AsyncDisposable {
  readonly page: Page
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
}

describe('the documentation page', { skip: noBrowser ?? false }, () => {
  let running: RunningBrowser
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let world: World<'ana' | 'ben' | 'cleo'>
  let service: Service

  before(async () => {
    running = await startBrowser()
    directory = await temporaryDirectory()
    world = await makeWorld(directory.path, smallWorld)
    service = await startService({ settings: { database: world.database, drainDelayMs: 0 } })
  })
  after(async () => {
    await service.stop()
    await running[Symbol.asyncDispose]()
    await directory.remove()
  })

  async function open(options: BrowserContextOptions = {}, of = service): Promise<Opened> {
    const context = await running.browser.newContext(options)
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (fault) => complaints.push(String(fault)))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${of.operatorUrl}/docs`)
    return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() }
  }

  const formOf = (page: Page) => page.locator('#listPlants-try')
  /** Fills the form in, sends it, and waits for what is said of the answer. */
  async function send(page: Page, token: string, limit = ''): Promise<string> {
    const form = formOf(page)
    await form.getByLabel('Token').fill(token)
    await form.getByLabel('limit').fill(limit)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByRole('button', { name: 'Send' }).waitFor()
    return (await form.locator('.outcome').textContent()) ?? ''
  }
  const body = async (page: Page): Promise<unknown> =>
    JSON.parse((await formOf(page).locator('.body').textContent()) ?? '')
  const list = async (token: string): Promise<unknown> =>
    (await fetch(`${service.url}/plants`, { headers: { Authorization: `Bearer ${token}` } })).json()

  test('asks for itself and the plants, nothing and nobody else, and complains of nothing', async () => {
    await using opened = await open()
    await opened.page.evaluate(openAll)
    await send(opened.page, world.users.ana.token)
    assert.deepEqual(opened.requests, [
      `${service.operatorUrl}/docs`,
      `${service.operatorUrl}/docs/try/plants`,
    ])
    assert.deepEqual(opened.complaints, [])
  })

  test('sends a token and shows the plants, the headers and the time', async () => {
    await using opened = await open()
    const said = await send(opened.page, ` ${world.users.ana.token}\n`)
    const plants = await list(world.users.ana.token)
    assert.deepEqual(await body(opened.page), plants)
    assert.match(said, new RegExp(`^200 OK, ${(plants as unknown[]).length} items, \\d+ octets, \\d+ ms$`))
    assert.match(
      (await formOf(opened.page).locator('.headers').textContent()) ?? '',
      /etag"[\w-]+".*x-request-id/,
    )
    await send(opened.page, world.users.ana.token, '1')
    assert.deepEqual(await body(opened.page), (plants as unknown[]).slice(0, 1))
  })

  test('shows refusals, and leads to what the contract says of them', async () => {
    await using opened = await open()
    const { page } = opened
    for (const [token, limit, status, error] of [
      ['', '', '401 Unauthorized', 40_101],
      ['wrong', '', '401 Unauthorized', 40_102],
      [world.users.ana.token, '-1', '400 Bad Request', 40_001],
      [world.users.ana.token, "1'&limit=2", '400 Bad Request', 40_001],
    ] as const) {
      assert.ok((await send(page, token, limit)).startsWith(status), `${status} ${error}`)
      assert.partialDeepStrictEqual(await body(page), { error })
    }
    const section = page.locator('#listPlants-400')
    assert.equal(await section.getAttribute('open'), null)
    await formOf(page).getByRole('link', { name: '400 Bad Request' }).click()
    assert.notEqual(await section.getAttribute('open'), null)
    assert.match(page.url(), /#listPlants-400$/)
  })

  test('copies a curl line that does the same, without the token', async () => {
    await using opened = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = opened
    const { token } = world.users.ana
    await send(page, token, '2')
    await formOf(page).getByRole('button', { name: 'Copy' }).click()
    await formOf(page).getByRole('button', { name: 'Copied' }).waitFor()
    const line = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(line, `curl -H "Authorization: Bearer $TOKEN" \\\n  '${service.url}/plants?limit=2'`)
    const { stdout } = spawnSync('/bin/sh', ['-c', line], {
      env: { ...process.env, TOKEN: token },
      encoding: 'utf8',
    })
    assert.deepEqual(JSON.parse(stdout), await body(page))
    assert.ok(!(await page.content()).includes(token))
  })

  test('shows the beginning of a list without end, and says so', async () => {
    await using other = await temporaryDirectory()
    const { database, token } = await makeLargeWorld(other.path, 50_000)
    await using large = await startService({ settings: { database, drainDelayMs: 0 } })
    await using opened = await open({}, large)
    assert.match(await send(opened.page, token), /^200 OK, the first \d{3} KB; the curl line gets the rest/)
    assert.match(
      (await formOf(opened.page).locator('.body').textContent()) ?? '',
      /^\[\{"name":"Plant 0"\}.*…$/s,
    )
  })

  test('says in a sentence that there is no answer', async () => {
    const own = await startService({ settings: { database: world.database, drainDelayMs: 0 } })
    await using opened = await open({}, own)
    await own.stop()
    assert.match(await send(opened.page, 'any'), /^No answer.*Is the service running\?$/)
    assert.match(await send(opened.page, 'ключ'), /^The token has a character that no header may hold\.$/)
  })

  test('stops waiting when it is told to', async () => {
    await using opened = await open()
    const { page } = opened
    // Never answered.
    await page.route('**/docs/try/**', () => {})
    const form = formOf(page)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Waiting for the answer').waitFor()
    await form.getByRole('button', { name: 'Stop' }).click()
    await form.getByText('Stopped.').waitFor()
    assert.ok(await form.getByRole('button', { name: 'Send' }).isEnabled())
  })

  test('of a service that listens everywhere names the address that the page came from', async () => {
    const settings = { database: world.database, drainDelayMs: 0, host: '0.0.0.0' }
    await using everywhere = await startService({ settings })
    await using opened = await open({}, everywhere)
    const line = (await formOf(opened.page).locator('.curl').textContent()) ?? ''
    assert.ok(line.endsWith(`'http://127.0.0.1:${everywhere.port}/plants'`), line)
  })

  test('is used with the keyboard alone', async () => {
    await using opened = await open()
    const { page } = opened
    const focused = (what: string): Promise<string> => page.evaluate<string>(`document.activeElement.${what}`)
    await page.keyboard.press('Tab')
    assert.equal(await focused('textContent'), 'Skip to the contract')
    await page.keyboard.press('Enter')
    assert.equal(await focused('id'), 'content')
    for (let presses = 0; presses < 60 && (await focused('id')) !== 'listPlants-token'; presses += 1) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type(world.users.ana.token)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await formOf(page).getByRole('link', { name: '200 OK' }).waitFor()
    assert.equal(((await body(page)) as unknown[]).length, 1)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`has no barrier that axe knows, and does not scroll sideways: ${colorScheme}, ${width} wide`, async () => {
        await using opened = await open({ colorScheme, viewport: { width, height: 844 } })
        await send(opened.page, world.users.ana.token)
        await opened.page.evaluate(openAll)
        assert.deepEqual(await findBarriers(opened.page), [])
        assert.equal(await opened.page.evaluate<number>('document.documentElement.scrollWidth'), width)
      })
    }
  }

  test('is dark where the reader wants it dark', async () => {
    const brightness = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      await using opened = await open({ colorScheme })
      const colour = await opened.page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      return (colour.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0)
    }
    assert.ok((await brightness('light')) > 600)
    assert.ok((await brightness('dark')) < 150)
  })

  test('is there without scripts, with its curl line, and sends nothing', async () => {
    await using opened = await open({ javaScriptEnabled: false })
    const { page } = opened
    assert.ok(await page.getByText(`'${service.url}/plants'`).isVisible())
    const form = formOf(page)
    assert.ok(await form.getByText('Sending needs JavaScript.').isVisible())
    assert.ok(await form.getByRole('button', { name: 'Send' }).isDisabled())
    await form.getByLabel('Token').fill('secret')
    await form.getByLabel('Token').press('Enter')
    await page.getByRole('link', { name: 'Errors' }).click()
    assert.equal(page.url(), `${service.operatorUrl}/docs#errors`)
  })

  test('no other site can send a token through it, or read what it says', async () => {
    await using opened = await open()
    const { page } = opened
    await page.goto(`${service.url}/plants`)
    for (const [path, options] of [
      ['/docs/try/plants', `{ headers: { Authorization: 'Bearer ${world.users.ana.token}' } }`],
      ['/docs/try/plants', '{}'],
      ['/docs', '{}'],
    ]) {
      const asked = `fetch('${service.operatorUrl}${path}', ${options}).then(() => 'read', ({ name }) => name)`
      assert.equal(await page.evaluate<string>(asked), 'TypeError', `${path} ${options}`)
    }
  })
})
