/** Measures how much memory a stalled reader of a long list costs. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Contender, startContender } from '../contenders.ts'
import type { LoadGenerator } from '../load/generator.ts'
import { list } from '../load/loads.ts'
import type { Config } from '../world.ts'
import { collectable, type Cores, measureHeld } from '../processes.ts'

/** The result for one contender, in a process that does nothing else. Bytes are resident memory. */
export interface MemoryResult {
  readonly contender: string
  /** Readers whose list has begun; others were turned away. */
  readonly admitted: number
  /** Memory of the whole process with its garbage, without readers and with all of them. */
  readonly idleBytes: number
  readonly busyBytes: number
  /** Memory per further reader, without garbage: the growth between two numbers of readers. */
  readonly bytesPerReader: number
  /** Whether the process had already sent as much as the kernel takes at both; otherwise more may follow. */
  readonly rested: boolean
}

/**
 * V8's space for young objects in MiB, the same for every contender: the size it has after seconds of short requests.
 * Without a limit it grows fourfold under any lasting load (short requests alone took a service from 190 MB to 300 MB),
 * and the readers, who are a load too, would be charged for memory that the process takes once.
 */
const youngMib = 16

/** The first readers to stall must not be cut off before the last ones have; all are one user. */
const settings = { stallTimeoutMs: 600_000, userStreamShare: 100 }

/** A tenth of the readers warm the process up; a third are connected at the first measurement. */
const [warmShare, fewShare] = [1 / 10, 1 / 3]

/** A second and a half: streams of long lists rest now and then while they are still being sent. */
const restLooks = 15

/**
 * Measures how much the resident memory grows from a third of the readers to all of them, each time when the kernel's
 * buffers are full and the rest of each list waits in the process: before that, little waits there.
 */
export async function measureMemory(
  { connections, readers: count, seconds }: Config,
  contender: Contender,
  generator: LoadGenerator,
  cores: Cores,
): Promise<MemoryResult> {
  const flags = [`--max-semi-space-size=${youngMib}`, ...collectable]
  const { service } = await startContender(contender, cores, flags, settings)
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => void (await service.kill()))
  const { url, pid } = service
  const { everything, tokens } = contender.world
  const requests = tokens.slice(0, 100).map((token) => list(token, '/plants?limit=20'))
  await generator.run({ url, connections, requests, seconds: 4 * seconds })
  // One-time costs of the first lists, such as compiled code, must not be charged to the readers.
  const warmers = await stall(service.port, everything, Math.ceil(count * warmShare))
  for (const each of warmers) each.destroy()
  const idle = await measureHeld(pid, restLooks)
  const fewer = await stall(service.port, everything, Math.ceil(count * fewShare))
  const few = await measureHeld(pid, restLooks)
  const further = await stall(service.port, everything, count - Math.ceil(count * fewShare))
  const all = await measureHeld(pid, restLooks)
  for (const each of [...fewer, ...further]) each.destroy()
  return {
    contender: contender.name,
    admitted: fewer.length + further.length,
    idleBytes: idle.bytesWithGarbage,
    busyBytes: all.bytesWithGarbage,
    bytesPerReader: (all.residentBytes - few.residentBytes) / Math.max(1, further.length),
    rested: few.rested && all.rested,
  }
}

/** Readers who ask for everything and read nothing after the first bytes. Resolves to those whose list has begun. */
async function stall(port: number, token: string, count: number): Promise<readonly Socket[]> {
  const begin = async (): Promise<readonly Socket[]> => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    socket.write(`GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    const first: unknown[] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.pause()
    return String(first[0]).startsWith('HTTP/1.1 200') ? [socket] : []
  }
  return (await Promise.all(Array.from({ length: count }, begin))).flat()
}
