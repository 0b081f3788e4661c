/** Text for people, safe for their terminal and for their secrets. */

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

/** Shows control and direction-changing characters as `\u{…}`: a name can't move the cursor or hide what follows. */
export function escapeControl(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  )
}

// A token or the beginning of one; a token without its `pst_`; the user's part of an address.
const secret = /pst_\w+|\b[0-9A-Za-z]{49}\b|(?<=:\/\/)[^/?#@\s]+(?=@)/g

/** Replaces what is or may be a secret: people paste one where a name or an id is due. */
export function hideSecrets(text: string): string {
  return text.replaceAll(secret, '(hidden)')
}
