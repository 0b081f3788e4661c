/** Closing a connection so that the client gets the answer. */
import type { Socket } from 'node:net'

/** What is read after the last answer, in time and in octets. */
const lingerMs = 2000
const maxLingerLength = 16 * 1024 * 1024

/**
 * Sends `last` and the end, then reads and drops what the client is still sending: a socket that is closed with octets
 * unread resets the connection, and the reset may overtake the answer (RFC 9112 section 9.6). The parser gets none of
 * it. Whoever goes on for too long is cut off.
 */
export function closeGently(socket: Socket, last = ''): void {
  // It is being closed already, or the client is gone.
  if (!socket.writable) return
  socket.end(last)
  const limit = socket.bytesRead + maxLingerLength
  socket.removeAllListeners('data')
  socket.on('data', () => {
    if (socket.bytesRead > limit) socket.destroy()
  })
  const deadline = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(deadline))
}
