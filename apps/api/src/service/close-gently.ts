/** Closes a connection so that the client still gets the answer. */
import type { Socket } from 'node:net'

/** How long, and how many octets, are read after the last answer. */
const lingerMs = 2000
const maxLingerLength = 16 * 1024 * 1024

/**
 * Sends `last` and the end, then reads and drops what the client is still sending: closing a socket that has unread
 * octets resets the connection, and the reset may overtake the answer (RFC 9112 section 9.6). None of it reaches the
 * parser. A client that goes on sending for too long is cut off.
 */
export function closeGently(socket: Socket, last = ''): void {
  // The socket is already being closed, or the client is gone.
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
