/** Opens, fills in and sends the documentation page in a browser, for its tests. */
import { patienceMs, serveSmallWorld, type Service, type SmallService } from '@plant-store/testkit'
import {
  type BrowserContextOptions,
  type Locator,
  type Page,
  type RunningBrowser,
  startBrowser,
} from '@plant-store/testkit/browser'

/** A browser, and a service with a small world. */
export interface Place extends AsyncDisposable, Pick<SmallService, 'world' | 'service'> {
  /** Opens the page of this service, or of another one. */
  open(options?: BrowserContextOptions, of?: Service): Promise<Opened>
}

/** A page with its complaints, and what it requested from the network. */
export interface Opened extends AsyncDisposable {
  readonly page: Page
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
}

export async function makePlace(): Promise<Place> {
  const running = await startBrowser()
  const { world, service, stop } = await serveSmallWorld()
  return {
    world,
    service,
    open: (options = {}, of = service) => openDocs(running, of, options),
    [Symbol.asyncDispose]: async () => {
      await stop()
      await running[Symbol.asyncDispose]()
    },
  }
}

async function openDocs(
  { browser }: RunningBrowser,
  of: Service,
  options: BrowserContextOptions,
): Promise<Opened> {
  const context = await browser.newContext(options)
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

/** The form of the one operation that all our contracts have. */
export function formOf(page: Page): Locator {
  return page.locator('#listPlants-try')
}

/** Fills in the form, sends it, and waits for what the page says about the answer. */
export async function send(page: Page, token: string, limit = ''): Promise<string> {
  const form = formOf(page)
  await form.getByLabel('Token').fill(token)
  await form.getByLabel('limit').fill(limit)
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('button', { name: 'Send' }).waitFor()
  return (await form.locator('.outcome').textContent()) ?? ''
}

/** The body of the answer that is shown. */
export async function bodyOf(page: Page): Promise<unknown> {
  return JSON.parse((await formOf(page).locator('.body').textContent()) ?? '')
}
