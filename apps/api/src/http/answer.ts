/** The one place where an answer of known length leaves. */
import type { Context } from './middleware.ts'

/** Header fields in the form that Node's `writeHead` takes fastest: name, value, name, value. */
export type Fields = readonly string[]

/**
 * Sends status, header fields and JSON text in one write; HEAD gets the same fields without the body. Without a body
 * there is no `Content-Type` and no `Content-Length` either (304).
 *
 * It goes past Koa's own responder, which sets every field by itself and reads it back before it writes.
 */
export function answer(ctx: Context, status: number, fields: Fields, body?: string): void {
  const { req, res } = ctx
  ctx.respond = false
  res.writeHead(status, headFields(ctx, fields, body))
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** The fields of every answer, and those of this one. A stream, whose length nobody knows, begins with them too. */
export function headFields({ state }: Context, fields: Fields, body?: string): string[] {
  const head = [...fields, 'X-Request-Id', state.requestId]
  if (body !== undefined) {
    head.push('Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body)))
  }
  return head
}
