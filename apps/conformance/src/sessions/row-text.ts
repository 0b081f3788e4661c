/** How the rows of contracts/vectors/requests.yaml are written: words in braces, and lines of octets. */

/** What the words of a row stand for, by their names. */
export type Words = ReadonlyMap<string, string>

/** Ends every line with CRLF, unless the line says otherwise. */
export function rawText(block: string): string {
  return block
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace('{empty line}', ''))
    .map((line) =>
      line.endsWith('{stop}')
        ? line.slice(0, -6)
        : line.endsWith('{LF}')
          ? line.replace('{LF}', '\n')
          : `${line}\r\n`,
    )
    .join('')
}

/** Replaces the words, the innermost first; undefined where one of them is not known. */
export function fill(text: string, words: Words): string | undefined {
  const unknown: string[] = []
  const replace = (_: string, word: string): string => {
    const value = valueOf(word, words)
    unknown.push(...(value === undefined ? [word] : []))
    return value ?? ''
  }
  let filled = text
  for (let before = ''; before !== filled;) {
    before = filled
    filled = filled.replaceAll(/\{([^{}"]+)\}/g, replace)
  }
  return unknown.length === 0 ? filled : undefined
}

function valueOf(word: string, words: Words): string | undefined {
  const [, repeated, times] = /^(.+)\*(\d+)$/s.exec(word) ?? []
  if (repeated !== undefined) {
    return repeated.repeat(Number(times))
  }
  const [, octet] = /^octet ([\dA-F]{2})$/.exec(word) ?? []
  if (octet !== undefined) {
    return String.fromCodePoint(Number.parseInt(octet, 16))
  }
  return words.get(word)
}
