/** Text from data, made safe for a terminal. */

/** Shows control and direction-changing characters as `\u{…}`: a name can't move the cursor or hide what follows. */
export function escapeControl(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  )
}
