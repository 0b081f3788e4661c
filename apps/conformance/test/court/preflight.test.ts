/** What the preflight says of a service that does not answer. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { serveSockets } from '@plant-store/raw-http'
import { findFirstBreaches, preflight } from '../../src/court/preflight.ts'
import type { Subject } from '../../src/subject.ts'
import { serve } from '../serve.ts'
import { subjectAt } from './bench.ts'

/** Listens, but never gets to accept a connection: the system takes two, and drops what comes after. */
const deafProgram = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

describe('the preflight', () => {
  test('knows a host that accepts no connection', async () => {
    const deaf = spawn(process.execPath, ['--eval', deafProgram], { stdio: ['ignore', 'pipe', 'inherit'] })
    const sockets: Socket[] = []
    try {
      const port = Number(String(await once(deaf.stdout, 'data')))
      for (let count = 0; count < 4; count += 1) sockets.push(connect(port, '127.0.0.1'))
      await Promise.all(sockets.slice(0, 2).map((socket) => once(socket, 'connect')))
      const url = `http://127.0.0.1:${port}`
      const { noResponse } = await preflight(subjectAt(url), new AbortController().signal, 500)
      assert.equal(
        noResponse,
        `${url} does not answer in time. Is it the right address, and is the service up?`,
      )
    } finally {
      for (const socket of sockets) socket.destroy()
      deaf.kill('SIGKILL')
    }
  })

  test('knows one that accepts them and then is silent', async () => {
    const enough = new AbortController()
    let asked = 0
    await using server = await serveSockets((socket) =>
      socket.once('data', () => {
        asked += 1
        // A caller and a client without a token, each of them twice.
        if (asked === 4) enough.abort()
      }),
    )
    const { noResponse } = await preflight(subjectAt(server.url), enough.signal, 60_000)
    assert.equal(
      noResponse,
      `${server.url} does not answer in time. Is it the right address, and is the service up?`,
    )
  })

  /** What a service shows that answers its very first requests like this, and all others with an empty list. */
  async function firstBreaches(
    first: (response: ServerResponse) => unknown,
    more: Partial<Subject> = {},
  ): Promise<readonly string[]> {
    let count = 0
    await using server = await serve((_request, response) => {
      count += 1
      if (count <= 4) first(response)
      else response.end('[]')
    })
    const { signal } = new AbortController()
    const subject = subjectAt(server.url, more)
    const found = findFirstBreaches(
      subject,
      await preflight(subject, signal),
      await preflight(subject, signal),
    )
    for (const { came, curl } of found) assert.match(came + curl, /^The very first requests: .*curl /)
    return found.map(({ rule }) => rule)
  }
  test('tells what only the very first answers show', async () => {
    assert.deepEqual(await firstBreaches((response) => response.end('[]')), [])
    const failed = await firstBreaches((response) => response.writeHead(500).end())
    assert.ok(failed.includes('answers-right-requests'), failed.join())
    const cut = await firstBreaches((response) => response.destroy())
    assert.ok(cut.includes('answers-every-request'), cut.join())
  })
  test('lets a service start that says when to try again (RFC 9110, 10.2.3)', async () => {
    const untold = await firstBreaches((response) => response.writeHead(503).end())
    assert.deepEqual(untold, ['retry-after-503'])
    const told = await firstBreaches((response) => response.writeHead(503, { 'Retry-After': '1' }).end())
    assert.deepEqual(told, [])
  })
})
