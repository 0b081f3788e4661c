/** The documentation page sends requests from a real browser, and shows whatever comes back. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { makeLargeWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import { noBrowser } from '@plant-store/testkit/browser'
import { bodyOf, formOf, makePlace, type Place, send } from './docs-page.ts'

describe('the documentation page, tried', { skip: noBrowser ?? false }, () => {
  let place: Place
  before(async () => {
    place = await makePlace()
  })
  after(() => place[Symbol.asyncDispose]())

  test('sends a token and shows the plants, the headers and the time', async () => {
    await using opened = await place.open()
    const said = await send(opened.page, ` ${place.world.users.ana.token}\n`)
    const { plants } = place.world.users.ana
    assert.deepEqual(await bodyOf(opened.page), plants)
    assert.match(said, new RegExp(`^200 OK, ${plants.length} items, \\d+ bytes, \\d+ ms$`))
    assert.match(
      (await formOf(opened.page).locator('.headers').textContent()) ?? '',
      /etag"[\w-]+".*x-request-id/,
    )
    await send(opened.page, place.world.users.ana.token, '1')
    assert.deepEqual(await bodyOf(opened.page), plants.slice(0, 1))
  })

  test('shows refusals, and links to what the contract says about them', async () => {
    await using opened = await place.open()
    const { page } = opened
    for (const [token, limit, status, error] of [
      ['', '', '401 Unauthorized', 40_101],
      ['wrong', '', '401 Unauthorized', 40_102],
      [place.world.users.ana.token, '-1', '400 Bad Request', 40_001],
      [place.world.users.ana.token, "1'&limit=2", '400 Bad Request', 40_001],
    ] as const) {
      assert.ok((await send(page, token, limit)).startsWith(status), `${status} ${error}`)
      assert.partialDeepStrictEqual(await bodyOf(page), { error })
    }
    const section = page.locator('#listPlants-400')
    assert.equal(await section.getAttribute('open'), null)
    await formOf(page).getByRole('link', { name: '400 Bad Request' }).click()
    assert.notEqual(await section.getAttribute('open'), null)
    assert.match(page.url(), /#listPlants-400$/)
  })

  test('copies the response, and a curl line and a call of the client that do the same, without the token', async () => {
    await using opened = await place.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = opened
    const { token } = place.world.users.ana
    await send(page, token, '2')
    const copied = async (what: string): Promise<string> => {
      const button = formOf(page).getByRole('button', { name: `Copy: ${what}` })
      await button.click()
      await button.getByText('Copied').waitFor()
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    const line = await copied('curl')
    assert.equal(line, `curl -H "Authorization: Bearer $TOKEN" \\\n  '${place.service.url}/plants?limit=2'`)
    const { stdout } = spawnSync('/bin/sh', ['-c', line], {
      env: { ...process.env, TOKEN: token },
      encoding: 'utf8',
    })
    const body = await bodyOf(page)
    assert.deepEqual(JSON.parse(stdout), body)
    assert.deepEqual(JSON.parse(await copied('The body of the response')), body)
    const call = await copied('The client of this project')
    const printing = call.replace('\nawait ', '\nconst { body } = await ')
    const ran = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', `${printing}\nconsole.log(JSON.stringify(body))`],
      { cwd: import.meta.dirname, env: { ...process.env, TOKEN: token }, encoding: 'utf8' },
    )
    assert.deepEqual(JSON.parse(ran.stdout), body, ran.stderr)
    assert.ok(!(await page.content()).includes(token))
  })

  test('shows the beginning of an endless list, and says so', async () => {
    await using other = await temporaryDirectory()
    const { database, token } = await makeLargeWorld(other.path, 50_000)
    await using large = await startService({ settings: { database } })
    await using opened = await place.open({}, large)
    assert.match(await send(opened.page, token), /^200 OK, the first \d{3} KB; the curl line gets the rest/)
    assert.match(
      (await formOf(opened.page).locator('.body').textContent()) ?? '',
      /^\[\{"name":"Plant 0"\}.*…$/s,
    )
  })

  test('says in a sentence that there is no answer', async () => {
    const own = await startService({ settings: { database: place.world.database } })
    await using opened = await place.open({}, own)
    await own.stop()
    assert.match(await send(opened.page, 'any'), /^No response.*Is the service running\?$/)
    assert.match(await send(opened.page, 'ключ'), /^The token has a character that no header may hold\.$/)
  })

  test('stops waiting when told to', async () => {
    await using opened = await place.open()
    const { page } = opened
    // Never answered.
    await page.route('**/docs/try/**', () => {})
    const form = formOf(page)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Waiting for the response').waitFor()
    await form.getByRole('button', { name: 'Stop' }).click()
    await form.getByText('Stopped.').waitFor()
    assert.ok(await form.getByRole('button', { name: 'Send' }).isEnabled())
  })

  test('lets no other site send a token through it, or read what it says', async () => {
    await using opened = await place.open()
    const { page } = opened
    await page.goto(`${place.service.url}/plants`)
    for (const [path, options] of [
      ['/docs/try/plants', `{ headers: { Authorization: 'Bearer ${place.world.users.ana.token}' } }`],
      ['/docs/try/plants', '{}'],
      ['/docs', '{}'],
    ]) {
      const asked = `fetch('${place.service.operatorUrl}${path}', ${options}).then(() => 'read', ({ name }) => name)`
      assert.equal(await page.evaluate<string>(asked), 'TypeError', `${path} ${options}`)
    }
  })
})
