/** Triggers that look past one connection hold where they say. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { connectRaw, type RawConnection } from '@plant-store/testkit'
import { sending } from '../faults/replies.ts'
import { on } from '../mutant.ts'
import { startMutant } from '../server/start.ts'
import { fixedWorld } from '../server/world.ts'
import {
  aged,
  behindAll,
  behindAnywhere,
  connectionNumber,
  crowded,
  grownOld,
  lateFirst,
  octets,
  ofEachCaller,
  quiet,
} from '../triggers-between.ts'
import { type Trigger } from '../triggers.ts'

const get = (target = '/plants', ...fields: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: plants.example', ...fields, '', ''].join('\r\n')

/** Whether the trigger held for the answer that comes for this. */
async function pulls(connection: RawConnection, text: string): Promise<boolean> {
  await connection.send(text)
  const [answer] = await connection.receive()
  return answer?.headers.some(([name]) => name === 'X-Pulled') ?? false
}

/** Opens as many connections to a server that shows when the trigger holds. */
async function withConnections<Result>(
  trigger: Trigger,
  count: number,
  use: (...connections: readonly RawConnection[]) => Promise<Result>,
): Promise<Result> {
  const running = await startMutant({ world: fixedWorld, change: on(trigger, sending('X-Pulled', 'yes')) })
  const connections: RawConnection[] = []
  try {
    const port = Number(new URL(running.url).port)
    for (let index = 0; index < count; index += 1) connections.push(await connectRaw({ port }))
    return await use(...connections)
  } finally {
    for (const connection of connections) connection[Symbol.dispose]()
    await running.close()
  }
}

/** Asks for these, one after the other, on connections in turn. */
const inTurn = (trigger: Trigger, count: number, texts: readonly string[]): Promise<readonly boolean[]> =>
  withConnections(trigger, count, async (...connections) => {
    const seen: boolean[] = []
    for (const [index, text] of texts.entries()) {
      const connection = connections[index % count]
      if (connection !== undefined) seen.push(await pulls(connection, text))
    }
    return seen
  })

describe('a trigger between connections', () => {
  const is404 = ({ status }: { readonly status?: number }): boolean => status === 404

  it('knows what came before on whichever connection', async () => {
    const asked = [get(), get('/nothing'), get(), get()]
    assert.deepEqual(await inTurn(behindAnywhere(is404), 2, asked), [false, false, true, false])
  })

  it('knows several that came before on its own connection', async () => {
    const asked = [get('/nothing'), get(), get('/nothing'), get('/nothing'), get()]
    assert.deepEqual(await inTurn(behindAll(is404, is404), 1, asked), [false, false, false, false, true])
  })

  it('counts connections, those that are open, and what each caller asked', async () => {
    assert.deepEqual(
      await inTurn(
        connectionNumber((number) => number === 2),
        2,
        [get(), get()],
      ),
      [false, true],
    )
    assert.deepEqual(await inTurn(crowded(2), 1, [get()]), [false])
    assert.deepEqual(await inTurn(crowded(2), 2, [get()]), [true])
    const asked = ['one', 'other', 'one'].map((token) => get('/plants', `Authorization: Bearer ${token}`))
    assert.deepEqual(
      await inTurn(
        ofEachCaller((nth) => nth === 2),
        2,
        asked,
      ),
      [false, false, true],
    )
  })

  it('sees the octets that came since the last answer', async () => {
    const trigger = octets(/\r\nx-any:\S/i)
    const asked = [get('/plants', 'X-Any:1'), get('/plants', 'X-Any: 1')]
    assert.deepEqual(await inTurn(trigger, 1, asked), [true, false])
  })

  it('knows the age of the server and of a connection, and how long nobody asked', async () => {
    const late = (trigger: Trigger): Promise<readonly boolean[]> =>
      withConnections(trigger, 2, async (one, other) => {
        if (one === undefined || other === undefined) return []
        const first = await pulls(one, get())
        // The time is what is tried.
        await setTimeout(400)
        return [first, await pulls(other, get()), await pulls(other, get())]
      })
    assert.deepEqual(await late(aged(350)), [false, true, true])
    assert.deepEqual(await late(grownOld(350)), [false, true, true])
    assert.deepEqual(await late(lateFirst(350)), [false, true, false])
    assert.deepEqual(await late(quiet(350)), [false, true, false])
  })
})
