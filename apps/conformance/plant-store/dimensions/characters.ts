/** Words, and bytes as parts of a query. */

/** The words of a text, as tables of names are written; a no-break space is part of a word. */
export const words = (text: string): readonly string[] => text.trim().split(/[ \n]+/)

/** Every byte percent-encoded that may mean more than itself. */
export function percentEncodeBytes(bytes: Uint8Array | readonly number[]): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCodePoint(byte)
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
