/** Keeps tokens out of the log, should one appear where none belongs. */

/** What a token looks like. */
const tokenLike = /pst_\w+/g

/** The text itself, unless it contains what looks like a token, however encoded: then decoded, without the token. */
export function redactTokens(text: string): string {
  if (!text.includes('%') && !text.includes('pst_')) return text
  const plain = decodePercents(text)
  const redacted = plain.replaceAll(tokenLike, 'pst_…')
  return redacted === plain ? text : redacted
}

/** Decodes until nothing is left to decode; a `%` that encodes nothing stays as it is. */
function decodePercents(text: string): string {
  const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return decoded === text ? text : decodePercents(decoded)
}
