/** Turns a row into the octets that are sent. */
import { textOf, type Words } from '@plant-store/testkit/rows'
import type { Row } from './table.ts'
import { fill } from './words.ts'

/** A request, or several, ready to be sent. */
export interface Composed {
  /** One character for each octet. */
  readonly octets: string
  /** The method of each request, as far as the text shows it. */
  readonly methods: readonly string[]
}

/** Throws on an unknown word in curly brackets. */
export function composeRow(row: Row, words: Words): Composed {
  const text = textOf(row)
  const end = text.indexOf('\r\n\r\n')
  const [head, content] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  // The content follows the four octets of the empty line. Its length is known only when every word is filled in.
  const filled = fill(content, words)
  const length = String(Math.max(0, filled.length - 4))
  const octets = fill(head, new Map([...words, ['length of body', length]])) + filled
  const methods = [...text.matchAll(/^([A-Z]+) \S+ HTTP\/1\.[01]\r\n/gm)].map(([, method = '']) => method)
  return { octets, methods: methods.slice(0, row.dues.length) }
}
