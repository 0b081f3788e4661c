/** What caught a mutant shows its fault again, and shows nothing where there is no fault. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { mutantById } from '../catalogue.ts'
import { expandRequest, type Session, shortenRequest } from '../run/killers.ts'
import { findKiller, learnKillers } from '../run/learn.ts'
import { closePool, openPool, runIn } from '../run/pool.ts'
import { replay } from '../run/replay.ts'

const session: Session = {
  how: 'on one connection',
  times: 8,
  requests: [
    {
      method: 'GET',
      target: '/plants',
      fields: [
        ['Host', '$HOST'],
        ['Authorization', 'Bearer $TOKEN'],
      ],
    },
  ],
}

describe('a killer', () => {
  it('shows the rule that a faulty server breaks, in whatever way its requests are sent', async () => {
    for (const how of ['apart', 'on one connection', 'pipelined', 'together'] as const) {
      const shown = await replay(mutantById('fails-every-7'), { rule: '', session: { ...session, how } })
      assert.equal(shown, 'answers-right-requests', how)
    }
  })

  it('sends requests before the answers to others, in pieces, and after a rest', async () => {
    const hows = {
      'fails-pipelined': { how: 'pipelined', times: 2 },
      'fails-in-pieces': { pieces: 7, times: 1 },
      'fails-after-rest': { restMs: 2200, times: 2 },
    } as const
    for (const [id, how] of Object.entries(hows)) {
      const shown = await replay(mutantById(id), { rule: '', session: { ...session, ...how } })
      assert.notEqual(shown, undefined, id)
      // Sent as usual, the same requests show nothing.
      const usual = { ...session, times: how.times }
      assert.equal(await replay(mutantById(id), { rule: '', session: usual }), undefined, id)
    }
  })

  it('shows what several answers break together', async () => {
    const [request] = session.requests
    assert.ok(request !== undefined)
    const requests = [request, { ...request, method: 'HEAD' }]
    const shown = await replay(mutantById('length-head'), { rule: '', session: { ...session, requests } })
    assert.equal(shown, 'head-as-get')
  })

  it('shows nothing for a correct server', async () => {
    assert.equal(await replay(mutantById('close'), { rule: '', session }), undefined)
  })

  it('shows nothing where its part no longer exists', async () => {
    assert.equal(await replay(mutantById('fails-every-7'), { rule: '', part: 'no such part' }), undefined)
  })

  it('is not kept where it accuses a correct server, too', async () => {
    const [request] = session.requests
    assert.ok(request !== undefined)
    const kept = { rule: 'plant-has-name', session: { ...session, times: 1 } } as const
    assert.deepEqual(await findKiller('name-missing', kept), kept)
    // Cleo's list is empty in every server, but the judge has not been told that this is its tag.
    const fields = [
      ['Host', '$HOST'],
      ['Authorization', 'Bearer $TOKEN_3'],
      ['If-None-Match', '"T1PNoYwrqgwDVLtfmj7L5e"'],
    ] as const
    const known = { ...kept, session: { ...kept.session, requests: [{ ...request, fields }] } }
    assert.notDeepEqual(await findKiller('name-missing', known), { ...known, rule: 'modified-200' })
  })

  it('is not lost when the file cannot be read: nothing is written over it', async (t) => {
    t.mock.method(files, 'readFile', () => Promise.resolve('[\n<<<<<<< HEAD'))
    const { mock } = t.mock.method(files, 'writeFile', () => Promise.resolve())
    syncBuiltinESMExports()
    try {
      await assert.rejects(
        learnKillers({}, AbortSignal.abort(), () => {}),
        SyntaxError,
      )
      assert.equal(mock.callCount(), 0)
    } finally {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    }
  })

  it('has variables in place of tokens, parts of tokens, and the host', () => {
    const callers = [{ token: 'abcdef' }, { token: 'Second' }]
    const url = 'http://127.0.0.1:8080'
    const subject = { url, callers, refusedTokens: [], only: 'all', seed: 1, budget: 'quick' } as const
    const target =
      '/$HOST/$TOKEN/${TOKEN:1:3}/${TOKEN_2~~}/$(printf %s: "$TOKEN" | base64 | tr -d \'\\n\')/$OTHER/{x*5}'
    assert.equal(
      expandRequest({ method: 'GET', target, fields: [] }, subject).target,
      '/127.0.0.1:8080/abcdef/bcd/sECOND/YWJjZGVmOg==/$OTHER/xxxxx',
    )
  })

  it('declares the length that its content has with the tokens of the server that it is sent to', () => {
    const at = (token: string) =>
      ({
        url: 'http://127.0.0.1:1',
        callers: [{ token }],
        refusedTokens: [],
        only: 'all',
        seed: 1,
        budget: 'quick',
      }) as const
    const sent = {
      method: 'GET',
      target: '/plants',
      fields: [['Content-Length', '8']],
      body: 'a=$TOKEN',
    } as const
    const kept = shortenRequest(sent, at('abcdef'))
    assert.deepEqual(expandRequest(kept, at('abcdef')), { ...sent, body: 'a=abcdef' })
    assert.deepEqual(expandRequest(kept, at('ab')), {
      ...sent,
      fields: [['Content-Length', '4']],
      body: 'a=ab',
    })
    // A wrong length is what shows a fault, so it stays.
    const wrong = { ...sent, fields: [['Content-Length', '9']] } as const
    assert.deepEqual(shortenRequest(wrong, at('abcdef')), wrong)
  })
})

describe('a pool', () => {
  it('rejects, and does not wait, when a process ends during its task', async () => {
    const pool = openPool(new URL('dying-worker.ts', import.meta.url).href, 1)
    try {
      await assert.rejects(runIn(pool, 'die'), /exited unexpectedly/)
      // The next task gets another process.
      assert.equal(await runIn(pool, 'live'), 'alive')
    } finally {
      await closePool(pool)
    }
  })

  it('waits for processes to end when they are replaced and when it is closed, however slow they are to end', async () => {
    const program = fileURLToPath(new URL('slow-to-go.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    assert.equal(stdout, 'closed')
  })
})
