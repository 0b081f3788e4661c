/** An HTTP answer as its octets say it, without an HTTP library in between. */

/** One answer. `faults` names every way in which its framing breaks RFC 9112; a sound answer has none. */
export interface RawResponse {
  readonly version: string
  readonly status: number
  readonly reason: string
  /** Names as they were spelled, in the order in which they came. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Without its transfer coding. */
  readonly body: Buffer
  readonly faults: readonly string[]
}

/** Every value of a header field, in order; none when it was not sent. The case of the name does not matter. */
export function headerValues({ headers }: Pick<RawResponse, 'headers'>, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  return (
    headers
      // Most names have another length, and need not be put into lower case.
      .filter(([given]) => given.length === wanted.length && given.toLowerCase() === wanted)
      .map(([, value]) => value)
  )
}

/** Whether the sender closes the connection after this answer (RFC 9112 section 9.3). */
export function closesConnection(response: RawResponse): boolean {
  const lines = headerValues(response, 'connection')
  const options = new Set(lines.flatMap((line) => line.toLowerCase().split(/[ \t]*,[ \t]*/)))
  return options.has('close') || (response.version === '1.0' && !options.has('keep-alive'))
}
