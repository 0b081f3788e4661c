/** A server that keeps every byte it receives, asks for content held back, and answers each connection once. */
import { type Served, serveSockets } from './serve-on.ts'

/** Listens on a free port of this machine. */
export interface Recorder extends Served {
  /** What came on each connection since the last call, one character for each byte. */
  take(): readonly string[]
}

/** Resolves when it listens. */
export async function startRecorder(): Promise<Recorder> {
  let received: string[] = []
  const served = await serveSockets((socket) => {
    const at = received.push('') - 1
    socket.on('data', (bytes) => {
      received[at] += bytes.toString('latin1')
      const text = received[at] ?? ''
      if (/\r\nExpect: 100-continue\r\n[^]*\r\n\r\n$/.test(text)) {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      } else if (text.includes('\r\n\r\n') && socket.writable) {
        // What is still on its way is read as well.
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]')
      }
    })
  })
  const take = (): readonly string[] => {
    const taken = received
    received = []
    return taken
  }
  return { ...served, take }
}
