/**
 * The documentation page in a real browser. Only this finds a version of Swagger UI that the page's policy breaks, that
 * calls another host, or whose requests do not reach the service.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { patienceMs, serveSmallWorld, startService } from '@plant-store/testkit'
import { noBrowser, type Page, type RunningBrowser, startBrowser } from '@plant-store/testkit/browser'

describe('the documentation page', { skip: noBrowser ?? false }, () => {
  let running: RunningBrowser
  let small: Awaited<ReturnType<typeof serveSmallWorld>>
  before(async () => {
    running = await startBrowser()
    small = await serveSmallWorld()
  })
  after(async () => {
    await small.stop()
    await running[Symbol.asyncDispose]()
  })

  /** The page with its complaints, and what it requested from the network. */
  async function open(operatorUrl: string) {
    const page = await running.browser.newPage()
    page.setDefaultTimeout(patienceMs)
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (fault) => complaints.push(String(fault)))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${operatorUrl}/docs`)
    return { page, complaints, requests, [Symbol.asyncDispose]: () => page.close() }
  }

  /** Sends the one operation's request, and returns the response's status, its body and the curl line. */
  async function send(page: Page, limit: string) {
    const operation = page.locator('#operations-Plants-listPlants')
    await operation.getByPlaceholder('limit').fill(limit)
    await operation.getByRole('button', { name: 'Execute' }).click()
    const response = operation.locator('.live-responses-table')
    return {
      status: await response.locator('.response-col_status').last().innerText(),
      body: await response.locator('.highlight-code code').first().innerText(),
      curl: await operation.locator('.curl').innerText(),
    }
  }

  test('shows the contract, sends a token and shows the plants; the curl line does the same', async () => {
    const { service, world } = small
    const { token, plants } = world.users.ana
    await using opened = await open(service.operatorUrl)
    const { page } = opened
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    await page.locator('input[aria-label="auth-bearer-value"]').fill(token)
    await page.getByRole('button', { name: 'Apply credentials' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    const { status, body, curl } = await send(page, '1')
    assert.match(status, /^200/)
    assert.deepEqual(JSON.parse(body), plants.slice(0, 1))
    assert.ok(curl.includes(`${service.url}/plants?limit=1`), curl)
    const { stdout } = spawnSync('/bin/sh', ['-c', curl], { encoding: 'utf8' })
    assert.deepEqual(JSON.parse(stdout), plants.slice(0, 1))
    const { operatorUrl } = service
    assert.deepEqual(
      opened.requests.filter((url) => !url.startsWith('data:')),
      [
        `${operatorUrl}/docs`,
        `${operatorUrl}/docs/swagger-ui.css`,
        `${operatorUrl}/docs/swagger-ui-bundle.js`,
        `${operatorUrl}/docs/page.js`,
        `${operatorUrl}/openapi.yaml`,
        `${operatorUrl}/docs/try/plants?limit=1`,
      ],
    )
    assert.deepEqual(opened.complaints, [])
  })

  test('names the address that it came from, for a service that listens everywhere', async () => {
    const settings = { database: small.world.database, host: '0.0.0.0' }
    await using everywhere = await startService({ settings })
    await using opened = await open(everywhere.operatorUrl)
    const { status, curl } = await send(opened.page, '1')
    assert.match(status, /^401/)
    assert.ok(curl.includes(`http://127.0.0.1:${everywhere.port}/plants`), curl)
  })

  test('lets no other site send a token through it, or read what it says', async () => {
    const { service, world } = small
    await using opened = await open(service.operatorUrl)
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
