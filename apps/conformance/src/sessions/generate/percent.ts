/** Texts as parts of a query. */

/** Every octet of the text in UTF-8 as it is, where it means only itself, and else as its percent code. */
export function percentEncode(text: string): string {
  return percentEncodeOctets(Buffer.from(text, 'utf8'))
}

export function percentEncodeOctets(octets: Uint8Array | readonly number[]): string {
  return Array.from(octets, (octet) => {
    const character = String.fromCodePoint(octet)
    return /[\w.~-]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
