/** The documentation page is read in a real browser: alone, by keyboard, on a phone, in dark mode, without scripts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startService } from '@plant-store/testkit'
import { findBarriers, noBrowser } from '@plant-store/testkit/browser'
import { bodyOf, formOf, makePlace, type Place, send } from './docs-page.ts'

// Code that runs in the page is text here, because Node does not have its types.
const openAll = "document.querySelectorAll('details').forEach((part) => { part.open = true })"

describe('the documentation page, read', { skip: noBrowser ?? false }, () => {
  let place: Place
  before(async () => {
    place = await makePlace()
  })
  after(() => place[Symbol.asyncDispose]())

  test('requests itself and the plants, and nothing else, and complains of nothing', async () => {
    await using opened = await place.open()
    await opened.page.evaluate(openAll)
    await send(opened.page, place.world.users.ana.token)
    assert.deepEqual(opened.requests, [
      `${place.service.operatorUrl}/docs`,
      `${place.service.operatorUrl}/docs/try/plants`,
    ])
    assert.deepEqual(opened.complaints, [])
  })

  test('names the address that it came from, for a service that listens everywhere', async () => {
    const settings = { database: place.world.database, host: '0.0.0.0' }
    await using everywhere = await startService({ settings })
    await using opened = await place.open({}, everywhere)
    const line = (await formOf(opened.page).locator('.curl').textContent()) ?? ''
    assert.ok(line.endsWith(`'http://127.0.0.1:${everywhere.port}/plants'`), line)
  })

  test('can be used with the keyboard alone', async () => {
    await using opened = await place.open()
    const { page } = opened
    const focused = (what: string): Promise<string> => page.evaluate<string>(`document.activeElement.${what}`)
    await page.keyboard.press('Tab')
    assert.equal(await focused('textContent'), 'Skip to the contract')
    await page.keyboard.press('Enter')
    assert.equal(await focused('id'), 'content')
    for (let presses = 0; presses < 60 && (await focused('id')) !== 'listPlants-token'; presses += 1) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type(place.world.users.ana.token)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await formOf(page).getByRole('link', { name: '200 OK' }).waitFor()
    assert.equal(((await bodyOf(page)) as unknown[]).length, 1)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`has no barrier that axe knows, and does not scroll sideways: ${colorScheme}, ${width} wide`, async () => {
        await using opened = await place.open({ colorScheme, viewport: { width, height: 844 } })
        await send(opened.page, place.world.users.ana.token)
        await opened.page.evaluate(openAll)
        assert.deepEqual(await findBarriers(opened.page), [])
        assert.equal(await opened.page.evaluate<number>('document.documentElement.scrollWidth'), width)
      })
    }
  }

  test('shows every column of every table on a phone, and goes on with a long line further right', async () => {
    await using opened = await place.open({ viewport: { width: 390, height: 844 } })
    const hidden =
      "[...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert.equal(await opened.page.evaluate<number>(hidden), 0)
    await send(opened.page, place.world.users.ana.token, '-1')
    const lefts = `(() => {
      const line = [...document.querySelectorAll('.body span')].find((one) => one.textContent.includes('message'))
      const range = document.createRange()
      range.selectNodeContents(line)
      return [...range.getClientRects()].map(({ left }) => left)
    })()`
    const [first = 0, ...further] = await opened.page.evaluate<number[]>(lefts)
    assert.notEqual(further.length, 0)
    assert.ok(
      further.every((left) => left > first),
      JSON.stringify([first, ...further]),
    )
  })

  test('marks the section in view in the contents', async () => {
    await using opened = await place.open({ viewport: { width: 1280, height: 844 } })
    const { page } = opened
    const marked = page.locator('nav a[aria-current]')
    assert.equal(await marked.textContent(), 'List plants')
    await page.getByRole('navigation').getByRole('link', { name: 'Errors' }).click()
    await page.locator('nav a[aria-current]', { hasText: 'Errors' }).waitFor()
    assert.equal(await marked.count(), 1)
  })

  test('is dark if the reader prefers dark', async () => {
    const brightness = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      await using opened = await place.open({ colorScheme })
      const colour = await opened.page.evaluate<string>(
        'getComputedStyle(document.documentElement).backgroundColor',
      )
      return (colour.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0)
    }
    assert.ok((await brightness('light')) > 600)
    assert.ok((await brightness('dark')) < 150)
  })

  test('is readable without scripts, with its curl line, and sends nothing', async () => {
    await using opened = await place.open({ javaScriptEnabled: false })
    const { page } = opened
    assert.ok(await page.getByText(`'${place.service.url}/plants'`).isVisible())
    const form = formOf(page)
    assert.ok(await form.getByText('Sending needs JavaScript.').isVisible())
    assert.ok(await form.getByRole('button', { name: 'Send' }).isDisabled())
    await form.getByLabel('Token').fill('secret')
    await form.getByLabel('Token').press('Enter')
    await page.getByRole('link', { name: 'Errors' }).click()
    assert.equal(page.url(), `${place.service.operatorUrl}/docs#errors`)
  })
})
