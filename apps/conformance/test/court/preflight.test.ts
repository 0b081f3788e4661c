/** What the preflight says of a service that does not answer. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { serveSockets } from '@plant-store/raw-http'
import { preflight } from '../../src/court/preflight.ts'
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
        `Nothing answers at ${url}: its host does not answer. Start the service, or correct the address.`,
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
      `${server.url} accepts connections but does not answer in time. Is it the right address, and is the service up?`,
    )
  })
})
