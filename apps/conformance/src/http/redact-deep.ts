/** Redaction of whole values: a verdict leaves the court without a single token in it. */
import { showsDecoded } from './codings.ts'

/**
 * The value with every text and every buffer in it rewritten; what stood in two places still is one object. Maps keep
 * their members; functions and class instances other than `Buffer` and `Date` do not occur in verdicts.
 */
export function redactDeep<Value>(value: Value, redact: (text: string) => string): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts stay texts, buffers buffers: same shape
  return new Redactor(redact).rewrite(value) as Value
}

/** Stands in place of a body that has a token in it, compressed. */
const leftOut = '[Left out: there is a token in it, in another coding.]'

/** Most texts repeat, such as names of header fields, long targets, and lists; longer bodies are not worth remembering. */
const maxRememberedBody = 4096

class Redactor {
  readonly #redact: (text: string) => string
  readonly #texts = new Map<string, string>()
  readonly #objects = new Map<object, unknown>()

  constructor(redact: (text: string) => string) {
    this.#redact = redact
  }

  rewrite(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#text(value)
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) {
      return value
    }
    const known = this.#objects.get(value) ?? this.#object(value)
    this.#objects.set(value, known)
    return known
  }

  #text(text: string): string {
    const redacted = this.#texts.get(text) ?? this.#redact(text)
    this.#texts.set(text, redacted)
    return redacted
  }

  #object(value: object): unknown {
    if (Buffer.isBuffer(value)) return this.#octets(value)
    if (Array.isArray(value)) {
      return value.map((item: unknown) => this.rewrite(item))
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.rewrite(member)]))
  }

  #octets(octets: Buffer): Buffer {
    if (showsDecoded(octets, (decoded) => this.#hasToken(decoded))) return Buffer.from(leftOut)
    const text = octets.toString('latin1')
    const redacted = text.length > maxRememberedBody ? this.#redact(text) : this.#text(text)
    return redacted === text ? octets : Buffer.from(redacted, 'latin1')
  }

  #hasToken(octets: Buffer): boolean {
    const text = octets.toString('latin1')
    return this.#redact(text) !== text
  }
}
