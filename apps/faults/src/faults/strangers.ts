/** The faults in which strangers are slow or disconnect, beside honest clients. */
import { cutConnection, drawCut, kindsOfRequests, SlowCrowd } from '@plant-store/testkit/storm'
import { longLists } from '../access/world.ts'
import { FaultError } from '../fault-error.ts'
import { requestsMeanwhile, type Fault } from './fault.ts'

const crowd = 300
/** No client fails; a client that was waiting has its response this soon. */
const boundMs = 5000

const slowReaders: Fault = {
  name: 'slow-readers',
  title: `${crowd} slow readers`,
  does: `They ask for a list of ${(longLists.plants * longLists.nameLength) / 1_000_000} million bytes, each on a connection of its own, and take 2048 in a second, with \`--stall-timeout-ms 600000 --user-stream-share 50\`; then they hang up or reset. Counted from then.`,
  boundMs,
  needs: { longLists: true },
  // Otherwise such a slow reader is cut off after half a minute, before the last reader has connected; they are three users.
  run: () => ({ settings: { stallTimeoutMs: 600_000, userStreamShare: 50 } }),
  inject: async ({ service, world, clients }) => {
    const { longListTokens: tokens } = world
    using readers = new SlowCrowd(service.port, crowd, {
      first: (index) =>
        `GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens[index % tokens.length]}\r\n\r\n`,
      everyMs: 250,
      act: (socket) => void socket.read(512),
    })
    await readers.untilAnswered()
    await clients.untilRequests(requestsMeanwhile)
    const active = await activeRequests(service.operatorPort)
    if (active < crowd) throw new FaultError(`Of ${crowd} slow readers ${active} were still reading.`)
    readers[Symbol.dispose]()
  },
}

const slowWriters: Fault = {
  name: 'slow-writers',
  title: `${crowd} slow writers`,
  does: 'They send the head of a request a byte at a time, until the service has ended all of them, with `--headers-timeout-ms 1500`. Counted from then.',
  boundMs,
  run: () => ({ settings: { headersTimeoutMs: 1500 } }),
  inject: async ({ service }) => {
    using writers = new SlowCrowd(service.port, crowd, {
      first: () => 'GET /plants HTTP/1.1\r\nHost: a\r\nX-Slow: ',
      everyMs: 100,
      act: (socket) => void (socket.writable && socket.write('x')),
    })
    const told = (await writers.readAll()).filter((text) => text.startsWith('HTTP/1.1 408 ')).length
    if (told < crowd) throw new FaultError(`Of ${crowd} slow writers ${told} were answered 408.`)
  },
}

/** The connections cut in a round, and how many of them are open at a time. */
const [cuts, lanes] = [200, 40]
const seed = 20_261_122

const resets: Fault = {
  name: 'resets',
  title: 'Resets at every stage',
  does: `${cuts} connections, ${lanes} at a time, to both listeners: every kind of request, sound or not, cut off at any byte of it or of its response, by a reset, an end or a hang-up, with \`--headers-timeout-ms 5000\`. Counted from the last.`,
  boundMs,
  needs: { longLists: true },
  // The service waits less long than usual for unfinished requests; honest clients are still in time on a busy machine.
  run: () => ({ settings: { headersTimeoutMs: 5000, requestTimeoutMs: 5000 } }),
  inject: async ({ service: { port, operatorPort }, world, time }) => {
    const kinds = kindsOfRequests(world.longListTokens[0] ?? '')
    const numbers = Array.from({ length: cuts }, (_, index) => time * cuts + index).values()
    const cutNext = async (): Promise<void> => {
      for (const number of numbers) {
        const cut = drawCut(kinds, seed, number)
        await cutConnection(cut.listener === 'service' ? port : operatorPort, cut)
      }
    }
    await Promise.all(Array.from({ length: lanes }, cutNext))
  },
}

/** How many requests the service is answering. */
async function activeRequests(operatorPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text()
  return Number(/^http_server_active_requests(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1])
}

export const strangers: readonly Fault[] = [slowReaders, slowWriters, resets]
