/** Triggers show what they say: otherwise nobody could tell a fault that is not caught from one that never shows. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { connectRaw, eventually, type RawConnection } from '@plant-store/testkit'
import { sending } from '../faults/replies.ts'
import { both, type Change, on } from '../mutant.ts'
import { startMutant } from '../server/start.ts'
import { fixedWorld } from '../server/world.ts'
import {
  behind,
  inPieces,
  limitBehind,
  longField,
  onConnection,
  pipelined,
  rested,
  type Trigger,
  whileOthersHangUp,
} from '../triggers.ts'

const request = (target = '/plants', ...fields: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: plants.example', ...fields, '', ''].join('\r\n')

/** Sends each in turn to a server that shows when the trigger holds; resolves to whether it held for each answer. */
function pull(trigger: Trigger, ...requests: readonly string[]): Promise<readonly boolean[]> {
  return withServer(on({ ...trigger, lingerMs: 0 }, sending('X-Pulled', 'yes')), async (connection) => {
    const seen: boolean[] = []
    for (const one of requests) {
      await connection.send(one)
      seen.push(await isPulled(connection))
    }
    return seen
  })
}

async function isPulled(connection: RawConnection): Promise<boolean> {
  const [answer] = await connection.receive()
  return answer?.headers.some(([name]) => name === 'X-Pulled') ?? false
}

/** The server's end of each connection is handed over as it comes. */
async function withServer<Result>(
  change: Change,
  use: (connection: RawConnection, sockets: readonly Socket[], port: number) => Promise<Result>,
): Promise<Result> {
  const sockets: Socket[] = []
  const note = (message: unknown): void => void sockets.push((message as { readonly socket: Socket }).socket)
  const running = await startMutant({ world: fixedWorld, change })
  subscribe('net.server.socket', note)
  try {
    const port = Number(new URL(running.url).port)
    using connection = await connectRaw({ port })
    return await use(connection, sockets, port)
  } finally {
    unsubscribe('net.server.socket', note)
    await running.close()
  }
}

describe('a trigger', () => {
  it('counts requests on a connection', async () => {
    assert.deepEqual(await pull(onConnection(3), request(), request(), request()), [false, false, true])
  })

  it('knows what came before on a connection', async () => {
    const trigger = behind(({ status }) => status === 404)
    assert.deepEqual(await pull(trigger, request(), request('/nothing'), request()), [false, false, true])
  })

  it('counts the parameters in front of the limit, and the octets of fields', async () => {
    const targets = ['/plants?a=1&limit=3', '/plants?a=1&b=2&limit=3', '/plants?a=1&b=2']
    assert.deepEqual(await pull(limitBehind(2), ...targets.map((target) => request(target))), [
      false,
      true,
      false,
    ])
    const fields = [2999, 3000].map((length) => `X: ${'x'.repeat(length)}`)
    assert.deepEqual(await pull(longField(3000), ...fields.map((field) => request('/plants', field))), [
      false,
      true,
    ])
  })

  it('knows a request in pieces, and one that came together with another', async () => {
    const shown = await withServer(
      both(on(inPieces(3), sending('X-Pulled', 'yes')), on(pipelined, sending('X-Pulled', 'yes'))),
      async (connection, [socket]) => {
        let sent = 0
        for (const piece of ['GET /plants HT', 'TP/1.1\r\nHost: plants', '.example\r\n\r\n']) {
          await connection.send(piece, piece.startsWith('GET') ? ['GET'] : [])
          sent += piece.length
          await eventually(
            () => socket?.bytesRead ?? 0,
            (read) => read === sent,
          )
        }
        const first = await isPulled(connection)
        await connection.send(request() + request(), ['GET', 'GET'])
        return [first, await isPulled(connection), await isPulled(connection)]
      },
    )
    assert.deepEqual(shown, [true, false, true])
  })

  it('knows how long a connection was at rest', async () => {
    const shown = await withServer(on(rested(20), sending('X-Pulled', 'yes')), async (connection) => {
      await connection.send(request())
      const first = await isPulled(connection)
      // The rest is what is tried.
      await setTimeout(40)
      await connection.send(request())
      return [first, await isPulled(connection)]
    })
    assert.deepEqual(shown, [false, true])
  })

  it('knows that another client hung up', async () => {
    const hungUp = whileOthersHangUp(1)
    const waiting: Change = () => ({
      pause: async (ask) => {
        await eventually(
          () => (ask.path === '/nothing' ? 1 : ask.hungUp),
          (count) => count === 1,
        )
        if (ask.path === '/nothing') await setTimeout(60_000, undefined, { ref: false })
      },
    })
    const pulled = on({ ...hungUp, lingerMs: 0 }, sending('X-Pulled', 'yes'))
    const shown = await withServer(both(waiting, pulled), async (connection, _sockets, port) => {
      await connection.send(request())
      using other = await connectRaw({ port })
      await other.send(request('/nothing'))
      await eventually(
        () => other.socket.bytesWritten,
        (written) => written > 0,
      )
      other.socket.destroy()
      return await isPulled(connection)
    })
    assert.equal(shown, true)
  })
})
