/** How many lines of a header field a request has: Node keeps only the first of some. */
import type { IncomingMessage } from 'node:http'

export function countLines({ rawHeaders }: IncomingMessage, lowerCaseName: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === lowerCaseName).length
}
