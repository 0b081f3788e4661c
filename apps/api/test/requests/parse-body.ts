/** Parses a body as JSON, or says why it is not JSON. */
import type { Answer } from '@plant-store/testkit'

/** UTF-8 without a byte-order mark (RFC 8259 section 8.1): with one, the text is not JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The value, or the fault. */
export function parseBody({ body }: Answer): { readonly value?: unknown; readonly fault?: string } {
  try {
    const value: unknown = JSON.parse(utf8.decode(body))
    return { value }
  } catch {
    return { fault: 'the body is not JSON in UTF-8' }
  }
}
