/** Single characters, words, and texts as parts of a query. */
import * as fc from 'fast-check'

/** Any of these, each of which is one byte. */
export const anyOf = (text: string): fc.Arbitrary<string> =>
  fc.nat(text.length - 1).map((at) => text.charAt(at))

/** Any byte as a character, up to this one. */
export const byteUpTo = (last: number): fc.Arbitrary<string> =>
  fc.nat(last).map((code) => String.fromCodePoint(code))

/** Visible ASCII. */
export const visible: fc.Arbitrary<string> = fc
  .integer({ min: 33, max: 126 })
  .map((code) => String.fromCodePoint(code))

/** Any Unicode character, those of the usual scripts more often. fast-check's own units take half a second to load. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 32, max: 126 }), fc.nat(0x7ff), fc.nat(0xffff), fc.nat(0x10ffff))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

/** The words of a text, as tables of names are written; a no-break space is part of a word. */
export const words = (text: string): readonly string[] => text.trim().split(/[ \n]+/)

/** The text in UTF-8, with every byte percent-encoded that may mean more than itself. */
export function percentEncode(text: string): string {
  return percentEncodeBytes(Buffer.from(text, 'utf8'))
}

export function percentEncodeBytes(bytes: Uint8Array | readonly number[]): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCodePoint(byte)
    return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
