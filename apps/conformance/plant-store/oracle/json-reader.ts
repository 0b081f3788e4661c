/** Reads the JSON of lists, which may be long and often come again. */
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
    const read = readJson(bytes)
    known.set(key, read)
    return read
  }
}
