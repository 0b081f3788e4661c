/** The one place where an answer of known length leaves. */
import type { Context } from './middleware.ts'

/** Header fields in the form that Node's `writeHead` takes fastest: name, value, name, value. */
export type Fields = readonly string[]

/** JSON text, and its length in octets as the header says it. A body that is sent often is made once. */
export interface Body {
  readonly text: string
  readonly length: string
  /** `latin1` where every character is ASCII: the same octets, without the work of finding out how many they are. */
  readonly encoding: 'latin1' | 'utf8'
}

/** The text of a value that JSON can hold. */
export function toBody(value: unknown): Body {
  const text = JSON.stringify(value)
  const length = Buffer.byteLength(text)
  return { text, length: String(length), encoding: length === text.length ? 'latin1' : 'utf8' }
}

/**
 * Sends status, header fields and JSON text in one write; HEAD gets the same fields without the body. Without a body
 * there is no `Content-Type` and no `Content-Length` either (304).
 *
 * It goes past Koa's own responder, which sets every field by itself and reads it back before it writes.
 */
export function answer(ctx: Context, status: number, fields: Fields, body?: Body): void {
  const { req, res } = ctx
  ctx.respond = false
  res.writeHead(status, headFields(ctx, fields, body))
  if (body === undefined || req.method === 'HEAD') {
    res.end()
  } else {
    res.end(body.text, body.encoding)
  }
}

/** The fields of every answer, and those of this one. A stream, whose length nobody knows, begins with them too. */
export function headFields({ state }: Context, fields: Fields, body?: Body): string[] {
  const head = [...fields, 'X-Request-Id', state.requestId]
  if (body !== undefined) {
    head.push('Content-Type', 'application/json', 'Content-Length', body.length)
  }
  return head
}
