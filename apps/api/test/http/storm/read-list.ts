/** A reader of a long list that stops after the first bytes, and may go on later; and checks of how the list ended. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connectRaw, type RawConnection } from '@plant-store/testkit'

/** What became of a list. */
export interface ListEnd {
  /** Whether the list is complete according to HTTP. With HTTP/1.0 only the text can tell. */
  readonly isWhole: boolean
  readonly text: string
}

/** A list under way. Dispose of it. */
export interface ListReading extends Disposable {
  readonly connection: RawConnection
  /** How many bytes have arrived or are on their way: the service can't take these back. */
  sent(): Promise<number>
  /** From now on reads no faster than this. */
  limit(bytesPerSecond: number): void
  /** Reads on. Resolves at the end, whole or broken. */
  finish(): Promise<ListEnd>
}

/** The request for a list. */
export interface ListRequest {
  readonly port: number
  readonly token: string
  readonly target?: string
  readonly version?: '1.0' | '1.1'
  readonly id?: string
  /** What the client sends at once after the request. */
  readonly more?: string
}

/** Resolves when the first bytes have arrived; the reader then stops. */
export async function beginList(request: ListRequest): Promise<ListReading> {
  const { port, token, target = '/plants', version = '1.1', id = 'any', more = '' } = request
  const connection = await connectRaw({ port })
  const { socket } = connection
  const begun = once(socket, 'data')
  await connection.send(
    `GET ${target} HTTP/${version}\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: ${id}\r\n\r\n${more}`,
  )
  await begun
  socket.pause()
  return {
    connection,
    sent: async () => {
      const clientPort = socket.localPort ?? 0
      const underWay = await bytesUnderWay(port, [clientPort])
      return socket.bytesRead + (underWay.get(clientPort) ?? 0)
    },
    limit: (bytesPerSecond) => {
      const [began, before] = [performance.now(), socket.bytesRead]
      socket.on('data', () => {
        const dueMs = began + ((socket.bytesRead - before) / bytesPerSecond) * 1000
        socket.pause()
        setTimeout(() => socket.resume(), Math.max(0, dueMs - performance.now()))
      })
    },
    finish: async () => {
      socket.resume()
      const [response] = await connection.receive(1, 300_000)
      const text = String(response?.body)
      return { isWhole: response?.faults.length === 0 && connection.state !== 'reset', text }
    },
    [Symbol.dispose]: () => {
      connection[Symbol.dispose]()
    },
  }
}

/** Asserts that nobody could take the list for a whole one. */
export function assertBroken({ isWhole, text }: ListEnd, version = '1.1'): void {
  assert.ok(text.startsWith('['), `the list begins with ${text.slice(0, 80)}`)
  assert.ok(!text.includes(']'), 'the array is closed')
  assert.ok(!isWhole || version === '1.0', 'HTTP says that the list is whole')
}

/** Asserts that the list is broken off, or is exactly one of the states that it had. */
export function assertOneMoment(end: ListEnd, states: readonly string[], version?: string): void {
  if (end.isWhole && end.text.endsWith(']')) {
    const { length } = end.text
    const lengths = states.map((state) => state.length).join(', ')
    assert.ok(
      states.includes(end.text),
      `a whole list of ${length} bytes; those of one moment have ${lengths}`,
    )
  } else {
    assertBroken(end, version)
  }
}

/** One line of `/proc/net/tcp`: ports and queues in hexadecimal digits. */
const row = /^ *\d+: [\dA-F]{8}:([\dA-F]{4}) [\dA-F]{8}:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):([\dA-F]{8}) /

/** Resolves to the bytes that have left the server but were not read, and wait in the kernel, on the way from the server to each of the client's ports (Linux only). */
async function bytesUnderWay(
  serverPort: number,
  clientPorts: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const bytes = new Map<number, number>(clientPorts.map((port) => [port, 0]))
  for (const line of (await readFile('/proc/net/tcp', 'latin1')).split('\n')) {
    const [local = 0, remote = 0, unsent = 0, unread = 0] = (row.exec(line) ?? [])
      .slice(1)
      .map((digits) => Number.parseInt(digits, 16))
    const [client, waiting] = local === serverPort ? [remote, unsent] : [local, unread]
    const before = bytes.get(client)
    if (before !== undefined && (local === serverPort || remote === serverPort)) {
      bytes.set(client, before + waiting)
    }
  }
  return bytes
}
