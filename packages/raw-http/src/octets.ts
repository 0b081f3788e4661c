/** Text that stands for octets. */

/** Octets, or a string in which each character, U+0000 to U+00FF, stands for one octet. */
export type Octets = string | Uint8Array

/** Throws a `RangeError` for a character that is not an octet: encode it (as UTF-8, say) first. */
export function toOctets(octets: Octets): Uint8Array {
  if (typeof octets !== 'string') {
    return octets
  }
  const foreign = /[^\0-\u00FF]/u.exec(octets)
  if (foreign !== null) {
    throw new RangeError(`${JSON.stringify(foreign[0])} is not one octet: encode it first.`)
  }
  return Buffer.from(octets, 'latin1')
}
