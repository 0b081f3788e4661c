/** Octets and texts as a person may see them: nothing invisible, nothing that reverses the line. */
import { isUtf8 } from 'node:buffer'

const invisible = /[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu

/** Control, format and direction characters as `\u{…}`; line ends and tabs stay where the text has lines. */
export function showText(text: string, keep: 'lines' | 'nothing' = 'nothing'): string {
  return text.replaceAll(invisible, (character) =>
    keep === 'lines' && (character === '\n' || character === '\t')
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Text where the octets are UTF-8; otherwise each octet beyond ASCII as `\xHH`. At most `maxLength` of them. */
export function showOctets(octets: Buffer, maxLength = 2000): string {
  const shown = octets.subarray(0, maxLength)
  const rest = octets.length - shown.length
  const text = decode(shown, rest > 0) ?? showBytes(shown)
  return rest > 0 ? `${text}… and ${rest.toLocaleString('en')} more octets` : text
}

function decode(octets: Buffer, mayEndWithin: boolean): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return showText(decoder.decode(octets, { stream: mayEndWithin }), 'lines')
  } catch {
    // It is not UTF-8.
    return undefined
  }
}

function showBytes(octets: Buffer): string {
  return octets
    .toString('latin1')
    .replaceAll(/[^\n -~]/g, (octet) => `\\x${(octet.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)
}

/** A body in JSON: as text if it is UTF-8, otherwise in base64. Loses no octet: a byte-order mark stays. */
export const bodyText = (body: Buffer): { readonly text: string; readonly encoding: 'utf-8' | 'base64' } =>
  isUtf8(body)
    ? { text: body.toString(), encoding: 'utf-8' }
    : { text: body.toString('base64'), encoding: 'base64' }
