/** A reader of a long list that stops after the first bytes, and may go on later. */
import { once } from 'node:events'
import { connectRaw, type RawConnection } from '@plant-store/testkit'
import { bytesUnderWay } from './kernel-queues.ts'

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
