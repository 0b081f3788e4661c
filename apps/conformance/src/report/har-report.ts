/** The traffic as HAR 1.2, which browsers and many tools show. */
import { inGroups, valuesOf } from '@plant-store/raw-http'
import type { Answer, Exchange, Field, SentRequest } from '../exchange.ts'
import type { Verdict } from '../court/verdict.ts'
import { bodyText } from './show-octets.ts'

/** The number of entries in one piece of the file. */
const entriesInPiece = 200

/** At most this many parameters of a query are listed: some queries have thousands, and the URL has them all. */
const maxParameters = 100

/**
 * `traffic.har`, in consecutive pieces: as one text it would take more memory than the check, and most of the time that
 * all reports take. Members that begin with `_` are ours, as the format asks.
 */
export function* harReport({ exchanges, judges, subject }: Verdict): Generator<string, void> {
  const made = judges.reduce((sum, judge) => sum + judge.exchanges, 0)
  const cut = `Only the first ${exchanges.length} of ${made} exchanges are kept.`
  const creator = JSON.stringify({ name: 'plant-store-conformance', version: '1.0.0' })
  const comment = made > exchanges.length ? `"comment":${JSON.stringify(cut)},` : ''
  yield `{"log":{"version":"1.2","creator":${creator},${comment}"entries":[\n`
  for (const [index, group] of inGroups(exchanges, entriesInPiece).entries()) {
    const entries = group.map((exchange) => JSON.stringify(toEntry(exchange, subject.url)))
    yield `${index === 0 ? '' : ',\n'}${entries.join(',\n')}`
  }
  yield '\n]}}\n'
}

function toEntry(exchange: Exchange, url: string): unknown {
  const { id, judge, request, answer, startedAt, durationMs, connection } = exchange
  return {
    startedDateTime: startedAt.toISOString(),
    time: durationMs,
    request: toRequest(request, url),
    response: 'noResponse' in answer ? toNoResponse(answer.noResponse) : toResponse(answer),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    connection: String(connection),
    _id: id,
    _judge: judge,
    ...('noResponse' in answer && { _partial: answer.partial ?? '' }),
  }
}

function toRequest({ method, target, fields, body, octets }: SentRequest, url: string): unknown {
  const address = URL.parse(`${url}${target.startsWith('/') ? target : `/${target}`}`) ?? new URL(url)
  const tidy = toUriPart(address.href.slice(address.origin.length))
  const parameters = address.searchParams.entries().take(maxParameters)
  const { size } = address.searchParams
  return {
    method,
    url: `${address.origin}${tidy}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toHeaders(fields),
    queryString: [...parameters].map(([name, value]) => ({ name, value })),
    ...(size > maxParameters && {
      comment: `Only the first ${maxParameters} of ${size} parameters are listed.`,
    }),
    ...(body !== undefined && { postData: { mimeType: typeOf(fields), text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body, 'latin1'),
    // The URL above is tidied up; this is what was sent.
    ...(target !== tidy && { _target: target }),
    ...(octets !== undefined && { _octets: Buffer.from(octets, 'latin1').toString('base64') }),
  }
}

/** The browser's URL rules let characters through that RFC 3986 does not. */
function toUriPart(text: string): string {
  return text
    .replaceAll(/%(?![\dA-F]{2})/gi, '%25')
    .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/g, (character) => encodeURIComponent(character))
}

function toResponse({ version, status, reason, fields, body, bodyLength, faults }: Answer): unknown {
  const { text, encoding } = bodyText(body)
  return {
    status,
    statusText: reason,
    httpVersion: `HTTP/${version}`,
    cookies: [],
    headers: toHeaders(fields),
    content: {
      size: bodyLength ?? body.length,
      mimeType: typeOf(fields),
      text,
      ...(encoding === 'base64' && { encoding }),
      ...(bodyLength !== undefined && { comment: `The first ${body.length} octets of ${bodyLength}.` }),
    },
    redirectURL: valueOf(fields, 'location'),
    headersSize: -1,
    bodySize: -1,
    ...(faults.length > 0 && { comment: faults.join('; ') }),
  }
}

/** As browsers write it: a status of 0, and why. */
function toNoResponse(why: string): unknown {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    comment: why,
    _error: why,
  }
}

const toHeaders = (fields: readonly Field[]): unknown => fields.map(([name, value]) => ({ name, value }))
const typeOf = (fields: readonly Field[]): string => valueOf(fields, 'content-type')

const valueOf = (fields: readonly Field[], wanted: string): string => valuesOf({ fields }, wanted)[0] ?? ''
