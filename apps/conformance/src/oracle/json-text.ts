/** JSON as RFC 8259 requires it between systems: UTF-8, no byte-order mark, one text, no repeated member. */
import { isUtf8 } from 'node:buffer'

/** What the bytes hold, and everything that is wrong with them. */
export interface JsonText {
  /** Undefined where the bytes are not JSON. */
  readonly value: unknown
  readonly faults: readonly string[]
}

/** Readers differ on what such JSON says; it is JSON all the same (RFC 8259, 4). */
export const repeated = 'a member comes twice in one object'

/** What the bytes hold. */
export function readJson(bytes: Buffer): JsonText {
  if (bytes.length === 0) return { value: undefined, faults: ['it is empty'] }
  if (!isUtf8(bytes)) return { value: undefined, faults: ['it is not UTF-8'] }
  const whole = bytes.toString()
  const text = whole.replace(/^\uFEFF/, '')
  const faults = text === whole ? [] : ['it begins with a byte-order mark']
  try {
    const value: unknown = JSON.parse(text)
    const colons = text.replaceAll(strings, '').split(':').length - 1
    return { value, faults: colons === membersIn(value) ? faults : [...faults, repeated] }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { value: undefined, faults: [...faults, `it is not one JSON text (${message})`] }
  }
}

const strings = /"(?:[^"\\]|\\.)*"/g

/** How many members its objects have: of those with the same name, one is left. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: readonly unknown[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : parts.length
  return parts.reduce<number>((sum, part) => sum + membersIn(part), own)
}
