/** Triggers hold when they should: otherwise nobody could tell a fault that is not caught from one that never shows. */
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
import * as between from '../triggers-between.ts'
import * as triggers from '../triggers.ts'

const get = (target = '/plants', ...fields: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: plants.example', ...fields, '', ''].join('\r\n')
const missing = get('/nothing')
const by = (token: string): string => get('/plants', `Authorization: Bearer ${token}`)
const is404 = ({ status }: { readonly status?: number }): boolean => status === 404

const showing = (trigger: triggers.Trigger): Change =>
  on({ ...trigger, lingerMs: 0 }, sending('X-Pulled', 'yes'))

/** Hands `use` the server's end of each connection as well, as it comes. */
async function withServer<Result>(
  change: Change,
  count: number,
  use: (connections: readonly RawConnection[], sockets: readonly Socket[], port: number) => Promise<Result>,
): Promise<Result> {
  const sockets: Socket[] = []
  const note = (message: unknown): void => void sockets.push((message as { readonly socket: Socket }).socket)
  await using running = await startMutant({ world: fixedWorld, change })
  subscribe('net.server.socket', note)
  const connections: RawConnection[] = []
  try {
    const port = Number(new URL(running.url).port)
    for (let index = 0; index < count; index += 1) connections.push(await connectRaw({ port }))
    return await use(connections, sockets, port)
  } finally {
    unsubscribe('net.server.socket', note)
    for (const connection of connections) connection[Symbol.dispose]()
  }
}

/** A sign for the next answer: whether the trigger held. */
async function sign(connection: RawConnection | undefined): Promise<string> {
  const [answer] = (await connection?.receive()) ?? []
  return answer?.fields.some(([name]) => name === 'X-Pulled') === true ? '!' : '.'
}

/** Sends these requests one after the other, on `count` connections in turn; resolves to a sign for each answer. */
const pull = (
  trigger: triggers.Trigger,
  count: number,
  steps: readonly (string | number)[],
): Promise<string> =>
  withServer(showing(trigger), count, async (connections) => {
    let signs = ''
    for (const step of steps) {
      if (typeof step === 'number') {
        // The time is what is tested.
        await setTimeout(step)
        continue
      }
      const connection = connections[signs.length % count]
      await connection?.send(step)
      signs += await sign(connection)
    }
    return signs
  })

/** Trigger, connections, requests and rests in milliseconds, and for each answer whether the trigger should hold. */
type Case = readonly [triggers.Trigger, number, readonly (string | number)[], string]

const cases: Readonly<Record<string, Case>> = {
  'counts requests on a connection': [triggers.onConnection(3), 1, [get(), get(), get()], '..!'],
  'knows what came before on a connection': [triggers.behind(is404), 1, [get(), missing, get()], '..!'],
  'knows several that came before on a connection': [
    between.behindAll(is404, is404),
    1,
    [missing, get(), missing, missing, get()],
    '....!',
  ],
  'knows what came before on any connection': [
    between.behindAnywhere(is404),
    2,
    [get(), missing, get(), get()],
    '..!.',
  ],
  'counts the parameters in front of the limit': [
    triggers.limitBehind(2),
    1,
    [get('/plants?a=1&limit=3'), get('/plants?a=1&b=2&limit=3'), get('/plants?a=1&b=2')],
    '.!.',
  ],
  'counts the octets of fields': [
    triggers.longField(3000),
    1,
    [2999, 3000].map((length) => get('/plants', `X: ${'x'.repeat(length)}`)),
    '.!',
  ],
  'counts connections': [between.connectionNumber((number) => number === 2), 2, [get(), get()], '.!'],
  'counts connections that are open: one': [between.crowded(2), 1, [get()], '.'],
  'counts connections that are open: two': [between.crowded(2), 2, [get()], '!'],
  'counts the requests of each caller': [
    between.ofEachCaller((nth) => nth === 2),
    2,
    [by('one'), by('other'), by('one')],
    '..!',
  ],
  'sees the octets that came since the last answer': [
    between.octets(/\r\nx-any:\S/i),
    1,
    [get('/plants', 'X-Any:1'), get('/plants', 'X-Any: 1')],
    '!.',
  ],
  'knows how long a connection was at rest': [triggers.rested(350), 1, [get(), 400, get()], '.!'],
  'knows the age of the server': [between.aged(350), 2, [get(), 400, get(), get()], '.!!'],
  'knows the age of a connection': [between.grownOld(350), 2, [get(), 400, get(), get()], '.!!'],
  'knows a connection that was idle at first': [between.lateFirst(350), 2, [get(), 400, get(), get()], '.!.'],
  'knows how long no request came': [between.quiet(350), 2, [get(), 400, get(), get()], '.!.'],
}

describe('a trigger', () => {
  for (const [what, [trigger, count, steps, due]] of Object.entries(cases))
    it(what, async () => assert.equal(await pull(trigger, count, steps), due))

  it('knows a request in pieces, and one that came together with another', async () => {
    const change = both(showing(triggers.inPieces(3)), showing(triggers.pipelined))
    const shown = await withServer(change, 1, async ([connection], [socket]) => {
      let sent = 0
      for (const piece of ['GET /plants HT', 'TP/1.1\r\nHost: plants', '.example\r\n\r\n']) {
        await connection?.send(piece, piece.startsWith('GET') ? ['GET'] : [])
        sent += piece.length
        await eventually(
          () => socket?.bytesRead ?? 0,
          (read) => read === sent,
        )
      }
      const first = await sign(connection)
      await connection?.send(get() + get(), ['GET', 'GET'])
      return first + (await sign(connection)) + (await sign(connection))
    })
    assert.equal(shown, '!.!')
  })

  it('knows that another client hung up', async () => {
    const waiting: Change = () => ({
      pause: async (ask) => {
        await eventually(
          () => (ask.path === '/nothing' ? 1 : ask.hungUp),
          (count) => count === 1,
        )
        if (ask.path === '/nothing') await setTimeout(60_000, undefined, { ref: false })
      },
    })
    const change = both(waiting, showing(triggers.whileOthersHangUp(1)))
    const shown = await withServer(change, 1, async ([connection], _sockets, port) => {
      await connection?.send(get())
      using other = await connectRaw({ port })
      await other.send(missing)
      await eventually(
        () => other.socket.bytesWritten,
        (written) => written > 0,
      )
      other.socket.destroy()
      return await sign(connection)
    })
    assert.equal(shown, '!')
  })
})
