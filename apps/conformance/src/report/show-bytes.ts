/** Bytes and texts as a person may see them: nothing invisible, nothing that reverses the line. */
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

/** Text where the bytes are UTF-8; otherwise each byte beyond ASCII as `\xHH`. At most 2,000 of them. */
export function showBytes(bytes: Buffer): string {
  const shown = bytes.subarray(0, 2000)
  const rest = bytes.length - shown.length
  // A character that is cut off is left out.
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown, { stream: true })
  const text = isUtf8(bytes) ? showText(decoded, 'lines') : escapeBytes(shown)
  return rest > 0 ? `${text}… and ${rest.toLocaleString('en')} more bytes` : text
}

const escapeBytes = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[^\n -~]/g, (byte) => `\\x${(byte.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)

/** A body in JSON: as text if it is UTF-8, otherwise in base64. Loses no byte: a byte-order mark stays. */
export const bodyText = (body: Buffer): { readonly text: string; readonly encoding: 'utf-8' | 'base64' } =>
  isUtf8(body)
    ? { text: body.toString(), encoding: 'utf-8' }
    : { text: body.toString('base64'), encoding: 'base64' }
