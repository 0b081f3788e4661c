/** Encodes texts as parts of a query. */

/** The text in UTF-8, with every octet percent-encoded that may mean more than itself. */
export function percentEncode(text: string): string {
  return percentEncodeOctets(Buffer.from(text, 'utf8'))
}

export function percentEncodeOctets(octets: Uint8Array | readonly number[]): string {
  return Array.from(octets, (octet) => {
    const character = String.fromCodePoint(octet)
    return /[\w.~-]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
