/** Whatever a server does wrong, both calls report it as docs/consumers/compared.md says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ResponseError, listPlants, plants } from '@plant-store/client'
import { all } from './answering.ts'
import { reportOf, serveWrong, wrongResponses } from './compared/wrong-responses.ts'

const table = readFileSync(new URL('../../../docs/consumers/compared.md', import.meta.url), 'utf8')
const due = new Map([...table.matchAll(/^\| (.+?) \| `(.+?)` \|/gm)].map(([, what, ours]) => [what, ours]))

describe('a server that sends', () => {
  for (const wrong of wrongResponses) {
    it(wrong.what, async () => {
      // A busy machine takes its time: only what is to time out is given up soon.
      const timeoutMs = due.get(wrong.what)?.includes('TimeoutError') === true ? 500 : 60_000
      await using server = await serveWrong(wrong)
      const options = { baseUrl: server.url, token: 'pst_any', retries: 0, timeoutMs }
      const listed = listPlants(options)
      const said = await reportOf(
        listed.then((result) => (result.status === 200 ? result.body : result)),
        server,
      )
      // What had come before a reset may be lost with the connection.
      const ours = due.get(wrong.what)
      if (said !== ours && wrong.ending === 'reset') assert.match(said, /ECONNRESET/)
      else assert.equal(said, ours)
      const [result] = await Promise.allSettled([listed])
      const [came] = await Promise.allSettled([all(plants(options))])
      if (wrong.ending === 'reset') assert.equal(came.status, 'rejected')
      else if (result.status === 'rejected') {
        assert.ok(came.status === 'rejected' && came.reason instanceof Error)
        assert.equal(came.reason.name, (result.reason as Error).name)
      } else if (result.value.status === 200)
        assert.deepEqual(came, { status: 'fulfilled', value: result.value.body })
      else {
        assert.ok(came.status === 'rejected' && came.reason instanceof ResponseError)
        assert.equal(came.reason.result.status, result.value.status)
      }
    })
  }
})
