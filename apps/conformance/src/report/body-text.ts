/** Bodies in JSON: as text where they are UTF-8, in base64 where not. */

export interface BodyText {
  readonly text: string
  readonly encoding: 'utf-8' | 'base64'
}

/** Loses no octet: a byte-order mark stays. */
export function bodyText(body: Buffer): BodyText {
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body),
      encoding: 'utf-8',
    }
  } catch {
    // No UTF-8, or a character was cut at the end of what is kept.
    return { text: body.toString('base64'), encoding: 'base64' }
  }
}
