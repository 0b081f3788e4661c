/** Sends an answer whose whole text is available. */
import type { Context } from './middleware.ts'

/**
 * Sends status, headers and text in one write; HEAD gets the same headers. This bypasses Koa's own response handling,
 * which sets the headers one by one and reads them back: a list of 20 plants costs a tenth less processor time.
 * Nothing may be set on `ctx` before.
 */
export function respond(
  ctx: Context,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  ctx.respond = false
  if (!ctx.writable) return
  const length = Buffer.byteLength(text)
  ctx.res.writeHead(status, {
    ...headers,
    'X-Request-Id': ctx.state.requestId,
    'Content-Length': String(length),
  })
  if (ctx.method === 'HEAD') ctx.res.end()
  // If every character is ASCII, Latin-1 gives the same octets, without a search for characters of several octets.
  else ctx.res.end(text, length === text.length ? 'latin1' : 'utf8')
}
