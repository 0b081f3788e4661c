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

/** Makes the sentence for an error code of Node, OpenSSL or fetch. `advice` is for when nothing listens there. */
type Explain = (url: string, advice: string) => string

const nothing =
  (reason: string): Explain =>
  (url, advice) =>
    `Nothing answers at ${url}: ${reason}. ${advice}`
const noHost = nothing('there is no such host')
const noAnswer = nothing('no response within five seconds')
const unknownIssuer: Explain = (url) =>
  `The certificate of ${url} is self-signed, or its issuer is unknown on this machine. Name the certificate of the issuer in the variable NODE_EXTRA_CA_CERTS.`

const noTls: Explain = (url) => `${url} does not use TLS; write its address with http://.`
const oldTls: Explain = (url) => `${url} offers only old versions of TLS; have it offer 1.2 or 1.3.`

const explanations = new Map<string, Explain>([
  ['ECONNREFUSED', nothing('the connection is refused')],
  ['ENOTFOUND', noHost],
  ['EAI_AGAIN', noHost],
  ['TimeoutError', noAnswer],
  ['UND_ERR_CONNECT_TIMEOUT', noAnswer],
  ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', noTls],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', oldTls],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', oldTls],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', (url) => `${url} has no certificate for this host name.`],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    (url) =>
      `${url} asks for a client's certificate, and doctor has none: name the address behind that proxy.`,
  ],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownIssuer],
  ['CERT_REVOKED', (url) => `The certificate of ${url} was revoked; replace it.`],
  ['INVALID_PURPOSE', (url) => `The certificate of ${url} is not one for servers; replace it.`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownIssuer],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownIssuer],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownIssuer],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownIssuer],
  ['CERT_HAS_EXPIRED', (url) => `The certificate of ${url} has expired; renew it.`],
  [
    'CERT_NOT_YET_VALID',
    (url) => `The certificate of ${url} is not valid yet; check the clocks of both machines.`,
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    (url) =>
      `The certificate of ${url} is for another name; use that name, or make a certificate for this one.`,
  ],
])

/** The meaning of a closed connection depends on the scheme of the address. */
const closed: Explain = (url) =>
  url.startsWith('http:')
    ? `${url} closed the connection without a response; if it uses TLS, write its address with https://.`
    : `${url} closed the connection without a response; see the log of the service or of the proxy before it.`

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
  if (!(cause instanceof Error)) return nothing(String(cause))(url, advice)
  const code = 'code' in cause ? String(cause.code) : cause.name
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') return closed(url, advice)
  return (explanations.get(code) ?? explanations.get(cause.name) ?? nothing(cause.message))(url, advice)
}
