/** Refuses requests that are too long, or that Node's HTTP parser lets through although RFC 9112 requires 400. */
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'
import type { Middleware } from './middleware.ts'

/** RFC 9112 section 3 recommends support for request lines of at least 8000 octets; more is refused. */
export const maxTargetLength = 8000

/** Octets of all header lines together. */
export const maxHeaderLength = 16_384

/** Node silently drops header fields above its limit, so a request with more than this may have lost some. */
export const maxHeaderFields = 100

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

/** Throws `malformedRequest`, `targetTooLong`, `headersTooLarge` or `expectationFailed`. */
export const validateRequest: Middleware = (ctx, next) => {
  const { req } = ctx
  checkTarget(ctx.originalUrl)
  checkVersion(req)
  checkFields(req)
  checkHost(req)
  checkExpectation(req)
  return next()
}

function checkTarget(target: string): void {
  if (target.length > maxTargetLength) {
    throw new HttpError('targetTooLong', `target of ${target.length} octets`)
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

function checkFields({ rawHeaders }: IncomingMessage): void {
  if (rawHeaders.length > 2 * maxHeaderFields) {
    throw new HttpError('headersTooLarge', `more than ${maxHeaderFields} header fields`)
  }
  // Each field has a colon, a space and a line end as well: four octets for two entries.
  let length = 2 * rawHeaders.length
  for (const text of rawHeaders) {
    length += text.length
  }
  if (length > maxHeaderLength) {
    throw new HttpError('headersTooLarge', `header fields of ${length} octets`)
  }
}

function checkHost(req: IncomingMessage): void {
  const lines = countField(req, 'host')
  if (lines > 1 || (lines === 0 && req.httpVersion === '1.1')) {
    throw new HttpError('malformedRequest', `${lines} Host lines`)
  }
  if (lines === 1 && !hostField.test(req.headers.host ?? '')) {
    throw new HttpError('malformedRequest', 'Host that names no host')
  }
}

/** The host that a request is for, without its port. Undefined if none is named, or in a way that `validateRequest` refuses. */
export function hostOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [host, ...others] = headersDistinct['host'] ?? []
  if (host === undefined || others.length > 0 || !hostField.test(host)) return undefined
  return host.replace(/:\d*$/, '')
}

/** How many lines of a header field were sent. For some fields Node's `headers` keeps only the first line. */
export function countField({ rawHeaders }: IncomingMessage, lowerCaseName: string): number {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    // The length is compared first: lower-casing every name would cost more than the rest of the check.
    if (name?.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) {
      lines += 1
    }
  }
  return lines
}
