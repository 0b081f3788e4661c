/** JSON as RFC 8259 requires it between systems: UTF-8, no byte-order mark, one text, no repeated member. */
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
    const value: unknown = JSON.parse(text)
    return { value, faults: [...faults, ...repeatedMembers(text)] }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { value: undefined, faults: [...faults, `it is not one JSON text (${message})`] }
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g

/** The text must be JSON. Names are compared by meaning, not by spelling. */
function repeatedMembers(text: string): string[] {
  const repeated: string[] = []
  const open: (Set<string> | undefined)[] = []
  let before = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined)
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ':') {
      const name = String(JSON.parse(before))
      const names = open.at(-1)
      if (names?.has(name) === true) {
        repeated.push(`the member ${JSON.stringify(name)} comes twice in one object`)
      }
      names?.add(name)
    }
    before = token
  }
  return repeated
}
