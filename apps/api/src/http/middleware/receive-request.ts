/** Nothing answers a request before all of it is there, and it is one by RFC 9112. */
import type { IncomingMessage } from 'node:http'
import { HttpError, type Middleware } from './context.ts'

/** RFC 9112 section 3 recommends support for request lines of at least 8000 bytes; more is refused. */
export const maxTargetLength = 8000

/** Bytes of all header lines together. */
export const maxHeaderLength = 16_384

/** Node silently drops header fields above its limit, so a request with more than this may have lost some. */
export const maxHeaderFields = 100

/** Bytes of a body that are read and dropped; a longer body is refused. */
const maxBodyLength = 65_536

/** The event of a request whose body turned out to be malformed or late, with the error. Unheard once all of it is there. */
export const bodyFailed = Symbol('body failed')

/** The characters a request target may contain (RFC 9112 section 3.2): visible ASCII, and no fragment. */
const targetCharacters = /^[!"$-~]+$/

/** RFC 9110 section 7.2: `uri-host [":" port]`. A name, an IPv4 address, or an IPv6 address in brackets. */
const authority = String.raw`(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+|\[[\da-f:.]+\])(?::\d{0,5})?`
const hostField = new RegExp(`^${authority}$`, 'i')

/**
 * The forms that a target may have (RFC 9112 section 3.2): a path, the asterisk, or an absolute address of this
 * protocol, with a host and without a credential (RFC 9110 sections 4.2.1 and 4.2.4).
 */
const targetForm = new RegExp(String.raw`^(?:/|\*$|http://${authority}(?:[/?]|$))`, 'i')

/**
 * Refuses what is too long, and what Node's HTTP parser lets through although RFC 9112 requires 400. Reads and drops the
 * body, which no operation uses: a request answered earlier would have to be answered again if its end turned out to be
 * malformed, or never came. Throws `malformedRequest`, also where the client leaves before the end, `targetTooLong`,
 * `headersTooLarge`, `expectationFailed`, `contentTooLarge`, and the error of the event `bodyFailed`.
 */
export const receiveRequest: Middleware = async ({ req, res, originalUrl, state }, next) => {
  const isBodyDue = hasBody(req)
  try {
    checkTarget(originalUrl)
    checkVersion(req)
    const { hosts, authorizations } = checkFields(req)
    state.authorizationLines = authorizations
    checkHost(req, hosts)
    checkExpectation(req)
    if (isBodyDue) await readBody(req)
  } catch (error) {
    // A body that nothing reads could be as long as its sender likes, so the connection ends after the response.
    if (isBodyDue && !req.complete) res.shouldKeepAlive = false
    throw error
  }
  // Node 24 treats these trailer fields as header fields, and reads nothing more on the connection.
  if (isBodyDue && namesConnection(req)) res.shouldKeepAlive = false
  await next()
}

function checkTarget(target: string): void {
  if (target.length > maxTargetLength) {
    throw new HttpError('targetTooLong', `target of ${target.length} bytes`)
  }
  if (!targetCharacters.test(target) || !targetForm.test(target)) {
    throw new HttpError('malformedRequest', 'target that is neither a path nor an http address')
  }
}

function checkVersion({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new HttpError('malformedRequest', `HTTP/${httpVersion} on an HTTP/1 connection`)
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    throw new HttpError(
      'malformedRequest',
      `Transfer-Encoding other than chunked, or under HTTP/${httpVersion}`,
    )
  }
}

/** RFC 9110 section 10.1.1: the field is a list; Node has already answered a `100-continue` in it. */
function checkExpectation({ headers: { expect = '' } }: IncomingMessage): void {
  const others = expect.split(',').filter((member) => !/^[\t ]*(?:100-continue)?[\t ]*$/i.test(member))
  if (others.length > 0) {
    throw new HttpError('expectationFailed', 'Expect')
  }
}

/** Checks how long the fields are, and counts the lines of those that may be sent once: `headers` keeps only the first. */
function checkFields({ rawHeaders }: IncomingMessage): {
  readonly hosts: number
  readonly authorizations: number
} {
  if (rawHeaders.length > 2 * maxHeaderFields) {
    throw new HttpError('headersTooLarge', `more than ${maxHeaderFields} header fields`)
  }
  // Each field has a colon, a space and a line end as well: four bytes for two entries.
  let length = 2 * rawHeaders.length
  let [hosts, authorizations] = [0, 0]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    length += name.length + (rawHeaders[at + 1] ?? '').length
    // The length is compared first: lower-casing every name would cost more than the rest of the check.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1
  }
  if (length > maxHeaderLength) {
    throw new HttpError('headersTooLarge', `header fields of ${length} bytes`)
  }
  return { hosts, authorizations }
}

function checkHost(req: IncomingMessage, lines: number): void {
  if (lines > 1 || (lines === 0 && req.httpVersion === '1.1')) {
    throw new HttpError('malformedRequest', `${lines} Host lines`)
  }
  if (lines === 1 && !hostField.test(req.headers.host ?? '')) {
    throw new HttpError('malformedRequest', 'Host that names no host')
  }
}

/** The host that a request is for, without its port. Undefined if none is named, or in a way that `receiveRequest` refuses. */
export function hostOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [host, ...others] = headersDistinct['host'] ?? []
  if (host === undefined || others.length > 0 || !hostField.test(host)) return undefined
  return host.replace(/:\d*$/, '')
}

/** Whether the request announced a body, part of which may still be on its way. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function readBody(req: IncomingMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const tooLarge = new HttpError('contentTooLarge', `body of more than ${maxBodyLength} bytes`)
  if (Number(req.headers['content-length'] ?? 0) > maxBodyLength) reject(tooLarge)
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBodyLength) reject(tooLarge)
  })
  req.once('end', resolve)
  req.once('close', () => reject(new HttpError('malformedRequest', 'the client left within the body')))
  req.once(bodyFailed, reject)
  await promise.finally(() => req.off(bodyFailed, reject))
}

const namesConnection = ({ rawTrailers }: IncomingMessage): boolean =>
  rawTrailers.some((text, at) => at % 2 === 0 && /^(?:proxy-)?connection$/i.test(text))
