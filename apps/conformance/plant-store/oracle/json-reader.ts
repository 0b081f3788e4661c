/** Reads the JSON of lists, which may be long and often come again: without a repeated member. */
import { type JsonText, readJson } from '../../src/oracle/json-text.ts'

/** At most this many bytes are remembered. */
const maxBytes = 8_000_000

/** A reader that parses equal texts once, as long as there are not too many. */
export function jsonReader(): (bytes: Buffer) => JsonText {
  const known = new Map<string, JsonText>()
  let size = 0
  return (bytes) => {
    const key = bytes.toString('latin1')
    const before = known.get(key)
    if (before !== undefined) return before
    size += bytes.length
    if (size > maxBytes) known.clear()
    if (known.size === 0) size = bytes.length
    const read = readUnrepeated(bytes)
    known.set(key, read)
    return read
  }
}

/** Readers differ on what JSON with a repeated member says (RFC 8259, 4). */
function readUnrepeated(bytes: Buffer): JsonText {
  const { value, faults } = readJson(bytes)
  const colons = bytes.toString().replaceAll(strings, '').split(':').length - 1
  const isRepeated = value !== undefined && colons !== membersIn(value)
  return { value, faults: isRepeated ? [...faults, 'a member comes twice in one object'] : faults }
}

const strings = /"(?:[^"\\]|\\.)*"/g

/** How many members its objects have: of those with the same name, one is left. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: readonly unknown[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : parts.length
  return parts.reduce<number>((sum, part) => sum + membersIn(part), own)
}
