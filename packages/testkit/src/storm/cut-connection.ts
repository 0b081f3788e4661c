/** A connection that is cut at a point and in a way drawn from a seed. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kind } from './kinds.ts'
import { createDraw, pick } from './random.ts'

/** `reset`: RST (SO_LINGER 0). `end`: FIN, and the response is read to its end. `leave`: both directions are closed. */
const ways = ['reset', 'end', 'leave'] as const

/** What is done on one connection. */
export interface Cut {
  readonly kind: Kind
  readonly listener: 'service' | 'operator'
  readonly how: (typeof ways)[number]
  /** How many bytes are sent. */
  readonly sent: number
  /** How many bytes of the response are awaited before the cut; 0 cuts at once. */
  readonly awaited: number
}

/** The cut that has this number; the same for the same seed and kinds. */
export function drawCut(kinds: readonly Kind[], seed: number, number: number): Cut {
  const draw = createDraw(Math.imul(seed, 1_000_003) + number * 7919)
  const kind = pick(draw, kinds)
  const length = kind.bytes.length
  const whole = draw(3) > 0
  return {
    kind,
    listener: pick(draw, ['service', 'operator']),
    how: pick(draw, ways),
    sent: whole ? length : draw(length + 1),
    awaited: pick(draw, [0, 1, 1 + draw(kind.responseLength), kind.responseLength]),
  }
}

/** The longest wait: the response may be shorter than awaited, and any moment is a good one to leave. */
const patienceMs = 150

/** Resolves when the connection is gone, or was refused. */
export async function cutConnection(port: number, { kind, how, sent, awaited }: Cut): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  // What the service does to the connection does not matter here.
  socket.on('error', () => {})
  const seen = (event: 'close' | 'connect' | 'end'): Promise<void> =>
    new Promise((resolve) => {
      socket.once(event, () => resolve())
    })
  const closed = seen('close')
  await Promise.race([closed, seen('connect')])
  socket.write(kind.bytes.subarray(0, sent))
  if (awaited > 0) {
    const enough = received(socket, awaited)
    await Promise.race([closed, seen('end'), enough, delay(patienceMs, undefined, { ref: false })])
  }
  if (how === 'reset') socket.resetAndDestroy()
  else if (how === 'leave') socket.destroy()
  else {
    socket.end()
    // A service that keeps the connection of a silent client cuts it off by its own timeouts.
    socket.removeAllListeners('data').resume()
  }
  await closed
}

/** Resolves when this many bytes have come. What comes later is not read. */
function received(socket: Socket, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes
    const count = (chunk: Buffer): void => {
      left -= chunk.length
      if (left > 0) return
      socket.off('data', count).pause()
      resolve()
    }
    socket.on('data', count)
  })
}
