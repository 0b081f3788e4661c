/** report.html in a real browser: only this finds what no text shows, on a phone and in the dark. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { patienceMs, temporaryDirectory } from '@plant-store/testkit'
import {
  findBarriers,
  noBrowser,
  type Page,
  type RunningBrowser,
  startBrowser,
} from '@plant-store/testkit/browser'
import { htmlReport } from '../../src/report/html/html-report.ts'
import { junitReport } from '../../src/report/junit-report.ts'
import { unseenIn } from '../broken-server.ts'
import { breaking, conforming, hostile, inconclusive } from './sample-verdict.ts'

const pages = {
  conforming: htmlReport(conforming),
  breaking: htmlReport(breaking),
  inconclusive: htmlReport(inconclusive),
}
type Name = keyof typeof pages

// Code for the page is text here: Node has no types for it.
const openAll = "document.querySelectorAll('details').forEach((part) => { part.open = true })"
const countResults = `(xml) => {
  const parsed = new DOMParser().parseFromString(xml, 'text/xml')
  const count = (name) => parsed.querySelectorAll('testsuites > testsuite > testcase > ' + name).length
  return parsed.querySelector('parsererror')?.textContent ?? [count('failure'), count('error'), count('skipped')]
}`

/** A page, with what it complained of and what it asked the network for. */
interface Opened extends AsyncDisposable {
  readonly page: Page
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
}

describe('report.html', { skip: noBrowser ?? false }, () => {
  let running: RunningBrowser
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>

  before(async () => {
    running = await startBrowser()
    directory = await temporaryDirectory()
    for (const [name, text] of Object.entries(pages)) {
      await writeFile(join(directory.path, `${name}.html`), text)
    }
  })
  after(async () => {
    await running[Symbol.asyncDispose]()
    await directory.remove()
  })

  async function open(name: Name): Promise<Opened> {
    const context = await running.browser.newContext()
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (fault) => complaints.push(String(fault)))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(pathToFileURL(join(directory.path, `${name}.html`)).href)
    return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() }
  }

  for (const name of Object.keys(pages) as Name[]) {
    test(`of ${name}: asks the network for nothing, complains of nothing, fits a phone, has no barrier that axe knows`, async () => {
      await using opened = await open(name)
      const { page } = opened
      await page.evaluate(openAll)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await findBarriers(page), [], colorScheme)
      }
      // It does not scroll sideways.
      await page.setViewportSize({ width: 360, height: 740 })
      assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360)
      assert.deepEqual(opened.requests, [pathToFileURL(join(directory.path, `${name}.html`)).href])
      assert.deepEqual(opened.complaints, [])
    })
  }

  test('shows what a service answers as text, whatever it is', async () => {
    await using opened = await open('breaking')
    assert.equal(await opened.page.locator('img').count(), 0)
    const came = (await opened.page.locator('.came').last().textContent()) ?? ''
    assert.ok(came.startsWith(hostile.slice(0, 40)), came)
  })

  test('and junit.xml is XML that a parser accepts, with each result in its place', async () => {
    await using opened = await open('breaking')
    for (const [verdict, counts] of [
      [conforming, [0, 0, 0]],
      [breaking, [3, 0, unseenIn(breaking).length]],
      [inconclusive, [0, 2, unseenIn(inconclusive).length]],
    ] as const) {
      const found = await opened.page.evaluate<unknown>(
        `(${countResults})(${JSON.stringify(junitReport(verdict))})`,
      )
      assert.deepEqual(found, counts)
    }
  })
})
