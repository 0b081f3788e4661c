/** Texts as they are meant: without the escapes of URLs, JSON, HTML and so on. */

/** A part of a text. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** A text, and what it says without escapes. */
export interface Reading {
  readonly text: string
  readonly plain: string
  /** `plain` in lower case, with every character in the same place. */
  readonly lower: string
  /** Where stretches of `plain` are in `text`. */
  locate(stretches: readonly Stretch[]): readonly Stretch[]
}

/**
 * Percent codes, `\u0070` and `\x70`, character references, and a backslash before a character that a secret may have. A
 * text in a text in a text has seven backslashes where one is meant; more are not looked for, as that takes time.
 */
const escapes =
  /(?:%|\\{1,8}(?:u00|x))([0-7][\da-f])|&#(x0{0,4}[2-7][\da-f]|0{0,4}\d{2,3});|\\{1,8}([-._~+/="'])|&(quot|apos|amp|lt|gt);/gi

const references: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

/** Whether the text has escapes. */
export const hasEscapes = (text: string): boolean => text.search(escapes) !== -1

/** Reads the text literally. */
export const readPlain = (text: string): Reading => ({
  text,
  plain: text,
  lower: fold(text),
  locate: (stretches) => stretches,
})

/** Reads every escape as one character. */
export function readEscaped(text: string): Reading {
  const plain = text.replaceAll(escapes, unescape)
  return {
    text,
    plain,
    lower: fold(plain),
    locate: (stretches) => {
      const places = placesIn(text, plain.length)
      return stretches.map(({ from, to }) => ({ from: places[from] ?? 0, to: places[to] ?? text.length }))
    },
  }
}

/** Only İ gets longer in lower case. */
const fold = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

function unescape(whole: string, hex?: string, reference?: string, itself?: string, name?: string): string {
  if (itself !== undefined) return itself
  if (name !== undefined) return references[name.toLowerCase()] ?? whole
  return String.fromCodePoint(Number(hex === undefined ? `0${reference}` : `0x${hex}`))
}

/** Where each character begins that the text says, followed by the end of the text. */
function placesIn(text: string, length: number): Uint32Array {
  const places = new Uint32Array(length + 1)
  let count = 0
  let at = 0
  const goTo = (end: number): void => {
    for (; at < end; at += 1, count += 1) places[count] = at
  }
  for (const { 0: whole, index } of text.matchAll(escapes)) {
    goTo(index + 1)
    at = index + whole.length
  }
  goTo(text.length + 1)
  return places
}
