/** Keeps tokens out of the log, should one stand where none belongs. */

/** What a token looks like. */
const tokenLike = /pst_\w+/g

/** As it is, unless it holds what looks like a token, however it is encoded: then decoded, and without it. */
export function redactTokens(text: string): string {
  if (!text.includes('%') && !text.includes('pst_')) return text
  const plain = decodePercents(text)
  const redacted = plain.replaceAll(tokenLike, 'pst_…')
  return redacted === plain ? text : redacted
}

/** Until nothing is left to decode; what is no code stays as it is. */
function decodePercents(text: string): string {
  const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return decoded === text ? text : decodePercents(decoded)
}
