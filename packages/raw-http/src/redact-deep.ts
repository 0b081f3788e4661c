/** Redacts whole values: what is written from them does not contain a single secret. */
import { showsDecoded } from './codings.ts'

/** Replaces a body that contains a token in compressed form. */
const leftOut = '[Left out: there is a token in it, in another coding.]'

/** Most texts repeat, such as names of header fields, long targets, and lists; longer bodies are not worth remembering. */
const maxRememberedBody = 4096

/**
 * The value with every text and every buffer in it rewritten; an object that occurs in two places remains one object.
 * Member names stay. The value must not contain functions, nor instances of classes other than `Buffer` and `Date`.
 */
export function redactDeep<Value>(whole: Value, redact: (text: string) => string): Value {
  const texts = new Map<string, string>()
  const objects = new Map<object, unknown>()
  const rewriteText = (text: string): string => {
    const redacted = texts.get(text) ?? redact(text)
    texts.set(text, redacted)
    return redacted
  }
  const rewriteBytes = (bytes: Buffer): Buffer => {
    if (showsDecoded(bytes, (decoded) => hasToken(decoded, redact))) return Buffer.from(leftOut)
    const text = bytes.toString('latin1')
    const redacted = text.length > maxRememberedBody ? redact(text) : rewriteText(text)
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
  }
  const rewriteObject = (value: object): unknown => {
    if (Buffer.isBuffer(value)) return rewriteBytes(value)
    if (Array.isArray(value)) return value.map((item: unknown) => rewrite(item))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewrite(member)]))
  }
  const rewrite = (value: unknown): unknown => {
    if (typeof value === 'string') return rewriteText(value)
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    const known = objects.get(value) ?? rewriteObject(value)
    objects.set(value, known)
    return known
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts stay texts, buffers buffers: same shape
  return rewrite(whole) as Value
}

function hasToken(bytes: Buffer, redact: (text: string) => string): boolean {
  const text = bytes.toString('latin1')
  return redact(text) !== text
}
