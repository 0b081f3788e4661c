/** Turns a row into the octets that are sent. */
import type { Row } from './table.ts'
import { fillWords, type Words } from './words.ts'

/** A request, or several, ready to be sent. */
export interface Composed {
  /** One character for each octet. */
  readonly octets: string
  /** The method of each request, as far as the text shows it. */
  readonly methods: readonly string[]
}

/** Throws on an unknown word in curly brackets. */
export function composeRow(row: Row, words: Words): Composed {
  const text = row.raw === undefined ? requestText(row) : rawText(row.raw)
  const end = text.indexOf('\r\n\r\n')
  const [head, content] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  // The content follows the four octets of the empty line. Its length is known only when every word is filled in.
  const filled = fillWords(content, words)
  const length = String(Math.max(0, filled.length - 4))
  const octets = fillWords(head, new Map([...words, ['length of body', length]])) + filled
  const methods = [...text.matchAll(/^([A-Z]+) \S+ HTTP\/1\.[01]\r\n/gm)].map(([, method = '']) => method)
  return { octets, methods: methods.slice(0, row.dues.length) }
}

/** What is sent, in the table's words: without tokens, and without a thousand repeated letters. */
export function requestText({
  send = '',
  as = 'nobody',
  with: lines,
}: Pick<Row, 'send' | 'as' | 'with'>): string {
  const token = as === 'nobody' ? [] : [`Authorization: Bearer {${as}}`]
  const others = lines === undefined ? [] : linesOf(lines)
  return [`${send} HTTP/1.1`, 'Host: {host}', ...token, ...others, '', ''].join('\r\n')
}

function rawText(block: string): string {
  return linesOf(block)
    .map((line) => endLine(line.replace('{empty line}', '')))
    .join('')
}

function endLine(line: string): string {
  if (line.endsWith('{stop}')) {
    return line.slice(0, -'{stop}'.length)
  }
  return line.endsWith('{LF}') ? line.replace('{LF}', '\n') : `${line}\r\n`
}

function linesOf(block: string): readonly string[] {
  return block.replace(/\n$/, '').split('\n')
}
