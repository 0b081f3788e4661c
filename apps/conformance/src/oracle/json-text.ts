/** JSON as RFC 8259 requires it between systems: UTF-8, no byte-order mark, one text. */
import { isUtf8 } from 'node:buffer'

/** What the bytes hold, and everything that is wrong with them. */
export interface JsonText {
  /** Undefined where the bytes are not JSON. */
  readonly value: unknown
  readonly faults: readonly string[]
}

/** What the bytes hold. */
export function readJson(bytes: Buffer): JsonText {
  if (bytes.length === 0) return { value: undefined, faults: ['it is empty'] }
  if (!isUtf8(bytes)) return { value: undefined, faults: ['it is not UTF-8'] }
  const whole = bytes.toString()
  const text = whole.replace(/^\uFEFF/, '')
  const faults = text === whole ? [] : ['it begins with a byte-order mark']
  try {
    return { value: JSON.parse(text), faults }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { value: undefined, faults: [...faults, `it is not one JSON text (${message})`] }
  }
}
