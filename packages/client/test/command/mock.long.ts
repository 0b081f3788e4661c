/** `plant-store-mock`: only this finds a request that it answers otherwise than the service would. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listPlants } from '@plant-store/client'
import { examplePlants, listPlantsHandlers } from '@plant-store/client/msw'
import { getResponse } from 'msw'
import { comparable, readRows, toRequest } from '../msw/rows.ts'

const program = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url))
const token = 'pst_any'

describe('plant-store-mock', () => {
  let child: ChildProcess
  let url: string
  const told: string[] = []
  before(async () => {
    const started = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    started.stderr.setEncoding('utf8').on('data', (text: string) => told.push(text))
    const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string]
    url = /http:\S+\d/.exec(line)?.[0] ?? assert.fail(line)
  })
  after(async () => {
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  })

  it('answers every row that fetch can send as the handlers do, field by field', async (t) => {
    const handlers = [listPlantsHandlers[200]({ baseUrl: url })]
    const words = new Map(['ana', 'ben', 'cleo'].map((name) => [name, token]))
    let sent = 0
    for (const row of readRows()) {
      const request = toRequest(row, url, words)
      if (request === undefined) continue
      const due = (await getResponse(handlers, request.clone())) ?? assert.fail('nothing answers')
      const came = await fetch(request)
      assert.deepEqual(await comparable(came), await comparable(due), row.says)
      sent += 1
    }
    t.diagnostic(`${sent} rows`)
    assert.ok(sent > 250, `${sent} rows`)
  })

  it('refuses two tokens, accepts absolute request targets, and does not normalise paths', async () => {
    const { port } = new URL(url)
    const ask = async (...args: readonly string[]): Promise<string> => {
      const status = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}']
      return (await promisify(execFile)('curl', [...status, ...args])).stdout
    }
    const bearer = ['-H', 'Authorization: Bearer any']
    assert.equal(await ask(...bearer, `${url}/plants`), '200')
    assert.equal(await ask(...bearer, ...bearer, `${url}/plants`), '400')
    assert.equal(await ask(...bearer, '--path-as-is', `${url}/x/../plants`), '404')
    const whole = `http://plants.example:${port}/plants`
    assert.equal(await ask(...bearer, '--request-target', whole, url), '200')
  })

  it('gives the response that is preferred, and says if there is no such answer', async () => {
    const ask = (prefer: string) =>
      listPlants({ baseUrl: url, token, retries: 0, headers: { Prefer: prefer } })
    for (const status of [200, 400, 401, 500, 503]) assert.equal((await ask(`code=${status}`)).status, status)
    const refused = await ask('code=401, example=refusedToken')
    assert.equal(refused.headers['www-authenticate'], 'Bearer realm="plant-store", error="invalid_token"')
    const none = await ask('example=none')
    assert.deepEqual(none.status === 200 && none.body, [])
    const usual = await ask('code=418')
    assert.deepEqual(usual.status === 200 && usual.body, examplePlants)
    assert.match(told.join(''), /no such response in the contract: Prefer: "code=418"/)
  })

  for (const [args, message] of [
    [['--port', 'x'], /^--port must be a whole number from 0 to 65535, not x\n$/],
    [['--prot', '1'], /^Unknown option '--prot'/],
    [['4010'], /^Unexpected argument '4010'/],
    [['--port', 'taken'], /^The port is taken\./],
  ] as const) {
    it(`refuses ${args.join(' ')} in a sentence`, async () => {
      const given = args.map((arg) => (arg === 'taken' ? new URL(url).port : arg))
      const failed = await promisify(execFile)(process.execPath, [program, ...given]).then(
        () => assert.fail('it runs'),
        (error: { readonly code: number; readonly stderr: string }) => error,
      )
      assert.equal(failed.code, 2)
      assert.match(failed.stderr, message)
    })
  }
})
