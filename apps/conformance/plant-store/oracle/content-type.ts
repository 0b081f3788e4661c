/** The Content-Type that our own contract asks for. */
import { isAscii } from 'node:buffer'
import { decodeContent, fieldValue } from '@plant-store/raw-http'
import type { RawResponse } from '../../src/exchange.ts'

/**
 * What is wrong with the Content-Type. Undefined for application/json, also with the charset UTF-8, or, where the body
 * is ASCII, with a charset that contains ASCII.
 */
export function contentTypeFault(response: RawResponse): string | undefined {
  const type = fieldValue(response, 'Content-Type')
  if (type === undefined) {
    return 'no Content-Type'
  }
  const isJson =
    /^application\/json[ \t]*(?:;[ \t]*charset="?utf-?8"?[ \t]*)?(?:;(?![ \t]*charset).*)?$/i.test(type) ||
    (/^application\/json[ \t]*;[ \t]*charset="?(?:us-ascii|iso-8859-1|windows-1252)"?[ \t]*$/i.test(type) &&
      isAsciiText(response))
  return isJson ? undefined : `Content-Type: ${type}`
}

/** The charset is that of the text, so codings come off first. To HEAD there is no text, though a coding may be named. */
function isAsciiText(response: RawResponse): boolean {
  if (response.body.length === 0) return true
  const bytes = decodeContent(response)
  return typeof bytes !== 'string' && isAscii(bytes)
}
