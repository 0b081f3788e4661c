/** Formats text for people without endangering their terminal or their secrets. */

/** `1 plant`, `2 plants`, `1,000 plants`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** `2 grants`, `2 grants and 1 token`, `2 grants, 1 membership and 1 token`. */
export function formatList(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** To the minute, in UTC, as `2027-01-31 09:30 UTC`; `never` for none. */
export function formatTime(time: Date | undefined): string {
  return time === undefined ? 'never' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

// Control characters, characters that change the writing direction, and the line and paragraph separators.
const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Escapes characters unsafe in a terminal, as `\u202e`: a name can't move the cursor, hide or reverse other text. */
export function escapeControl(text: string): string {
  return text.replaceAll(unsafe, escapeCharacter)
}

/** As `escapeControl`, but keeps line breaks, for text of several lines. */
export function escapeLines(text: string): string {
  return text.replaceAll(unsafe, (character) => (character === '\n' ? character : escapeCharacter(character)))
}

/** All unsafe characters fit into four hexadecimal digits, so in JSON the escape means the same character. */
function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

// A token or the beginning of one; a token without its `pst_`; a password in a PostgreSQL address, whatever is in it;
// the user part of any other address, even of one without a scheme; a password among keywords.
const secret =
  /pst_\w+|\b[0-9A-Za-z]{49}\b|(?<=postgres(?:ql)?:\/\/[^/?#@\s:]*:)\S*(?=@)|(?<=(?<!postgres(?:ql)?:)\/\/)[^/?#@\s]+(?=@)|(?<=\b(?:password|pwd)\s*=\s*)(?:'[^']*'|[^\s;&]+)/gi

/** Replaces everything that may be a secret: people paste secrets where a name or an id is expected. */
export function hideSecrets(text: string): string {
  return text.replaceAll(secret, '(hidden)')
}
