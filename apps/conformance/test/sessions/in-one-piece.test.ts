/** A request that is too long is refused for its own length, whatever arrives together with it. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { type ErrorCause, errorCatalogue } from '@plant-store/contracts'
import { serveOn } from '@plant-store/raw-http'
import { runStage } from './run-stage.ts'
import { runnerAt } from './runner-at.ts'

interface Overflow extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

const bodyOf = (cause: ErrorCause): string => {
  const { error, message } = errorCatalogue[cause]
  return JSON.stringify({ error, message })
}

const fields = (body: string): Record<string, string | number> => ({
  'Content-Type': 'application/json',
  'Content-Length': body.length,
  'Cache-Control': 'no-store',
  'X-Request-Id': String(Math.random()).slice(2),
})

const answer = (response: ServerResponse, cause: ErrorCause): unknown =>
  response.writeHead(errorCatalogue[cause].status, fields(bodyOf(cause))).end(bodyOf(cause))

function turnAway(socket: Duplex, cause: ErrorCause): void {
  const { status } = errorCatalogue[cause]
  const lines = Object.entries(fields(bodyOf(cause))).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Connection: close\r\n\r\n${bodyOf(cause)}`,
  )
}

type Judge = (overflow: Overflow) => ErrorCause

/** What is found about a service that refuses what Node finds too long for the cause that `judge` gives. */
async function hear(judge: Judge): Promise<readonly string[]> {
  const server = createServer((request, response) => {
    if ((request.url ?? '').length > 8000) answer(response, 'targetTooLong')
    else answer(response, 'missingToken')
  })
  server.on('clientError', (error: Overflow, socket: Duplex) => {
    if (error.code === 'HPE_HEADER_OVERFLOW') turnAway(socket, judge(error))
    else turnAway(socket, 'malformedRequest')
  })
  await using served = await serveOn(server)
  const { runner, court } = runnerAt(served.url)
  await runStage('requests in one piece', runner)
  return court.findings.map(({ came }) => came).filter((came) => /^(?:414|431)/.test(came))
}

describe('a request that is too long, after another one in the same piece', () => {
  it('is refused for the part of it that is too long', async () => {
    assert.deepEqual(await hear(() => 'headersTooLarge'), [])
  })

  it('must not be refused for the first line of the piece', async () => {
    const [found = ''] = await hear(({ rawPacket }) => {
      const [line = ''] = rawPacket?.toString('latin1').split('\r\n', 1) ?? []
      return line.length > 8000 ? 'targetTooLong' : 'headersTooLarge'
    })
    assert.match(found, /^414 with/)
  })
})
