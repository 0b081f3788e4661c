/** Sends one request to a service, and explains in a sentence why there was no response. */

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface NoResponse {
  /** Why, and what to do. */
  readonly noResponse: string
}

/** Why there is no response, by the error code of Node, OpenSSL or fetch; for any other error its own message. */
const reasons = new Map([
  ['ECONNREFUSED', 'the connection is refused'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'there is no such host'],
  ['TimeoutError', 'no response within five seconds'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no response within five seconds'],
])

/** Codes of certificates that are refused: self-signed, of an unknown issuer, expired, for another name. */
const certificates = /^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|INVALID_PURPOSE|ERR_TLS_CERT)/

/** Codes of a connection that ended, or whose other end does not speak TLS. */
const closed = /^(?:UND_ERR_SOCKET|ECONNRESET|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/

const timeoutMs = 5000

/** Never rejects. Follows no redirect, so that the token reaches no other server. */
export async function ask(
  address: string,
  path: string,
  advice: string,
  token?: string,
): Promise<HttpResponse | NoResponse> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  try {
    const response = await fetch(address + path, {
      headers: { ...authorization, Connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { noResponse: explain(error, address, advice) }
  }
}

function explain(error: unknown, url: string, advice: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return `Nothing answers at ${url}: ${String(cause)}. ${advice}`
  const code = 'code' in cause ? String(cause.code) : cause.name
  if (certificates.test(code)) {
    return `The certificate of ${url} is refused: ${cause.message}. If an authority of your own issued it, name the file with the authority's certificate in the variable NODE_EXTRA_CA_CERTS.`
  }
  if (closed.test(code)) {
    const [is, other] = url.startsWith('http:') ? ['uses', 'https'] : ['does not use', 'http']
    return `${url} closed the connection without a response; if it ${is} TLS, write its address with ${other}://.`
  }
  return `Nothing answers at ${url}: ${reasons.get(code) ?? reasons.get(cause.name) ?? cause.message}. ${advice}`
}
