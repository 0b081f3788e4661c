/** A server that keeps every octet it receives, asks for content held back, and answers each connection once. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Listens on a free port of this machine. Dispose of it: that breaks its connections. */
export interface Recorder extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
  /** What came on each connection since the last call, one character for each octet. */
  take(): readonly string[]
}

/** Resolves when it listens. */
export async function startRecorder(): Promise<Recorder> {
  const open = new Set<Socket>()
  let received: string[] = []
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    const at = received.push('') - 1
    socket.on('data', (octets) => {
      received[at] += octets.toString('latin1')
      const text = received[at] ?? ''
      if (/\r\nExpect: 100-continue\r\n[^]*\r\n\r\n$/.test(text)) {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      } else if (text.includes('\r\n\r\n') && socket.writable) {
        // What is still on its way is read as well.
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    take: () => {
      const taken = received
      received = []
      return taken
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
