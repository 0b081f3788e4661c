/** Callers who send the head of a request a byte at a time, and never finish it. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const everyMs = 100

/** Resolves, once the service has ended all connections, to the number of those it answered with 408. */
export async function writeSlowly(port: number, count: number): Promise<number> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: '127.0.0.1' }).on('error', () => {}),
  )
  for (const socket of sockets) socket.write('GET /plants HTTP/1.1\r\nHost: a\r\nX-Slow: ')
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, everyMs)
  const told = await Promise.all(sockets.map((socket) => isTold(socket)))
  clearInterval(timer)
  return told.filter(Boolean).length
}

/** Resolves, at the end of the connection, to whether it was answered with 408. */
async function isTold(socket: Socket): Promise<boolean> {
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
  })
  if (!socket.closed) await once(socket, 'close')
  return text.startsWith('HTTP/1.1 408 ')
}
