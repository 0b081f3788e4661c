/** From what Python's HTTP client tells to an exchange of the court. */
import type { Exchange, Field } from '../exchange.ts'
import { callerOf } from '../contract/request-fault.ts'
import type { Subject } from '../subject.ts'
import type { ToldExchange } from './lines.ts'

/** Which connections it used is not known: each exchange counts as one of its own, below those that are numbered. */
let connection = 0

/** The answer's faults of framing stay with the client: it tells none. */
export function toExchange(told: ToldExchange, subject: Subject): Omit<Exchange, 'id'> {
  const { answer, silence, endedAt } = told
  const request = toRequest(told.request)
  const caller = callerOf(request, subject)
  const durationMs = answer?.durationMs ?? 0
  connection -= 1
  return {
    judge: 'schemathesis',
    ...(caller !== undefined && { caller }),
    request,
    answer: answer === null ? { silence: silence ?? 'reset' } : toAnswer(answer),
    startedAt: new Date(endedAt - durationMs),
    durationMs,
    connection,
  }
}

function toRequest({ method, url, headers, body }: ToldExchange['request']): Exchange['request'] {
  const { host, origin } = new URL(url)
  const content = Buffer.from(body, 'base64').toString('latin1')
  return {
    method,
    target: url.startsWith(origin) ? url.slice(origin.length) : url,
    fields: [['Host', host], ...Object.entries(headers)],
    ...(content !== '' && { body: content }),
  }
}

function toAnswer({
  version,
  status,
  reason,
  headers,
  body,
}: NonNullable<ToldExchange['answer']>): Exchange['answer'] {
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    // Python's client keeps the blanks behind a value, which are no part of it (RFC 9110, 5.5).
    values.map((value): Field => [name, value.replace(/[ \t]+$/, '')]),
  )
  return { version, status, reason, fields, body: Buffer.from(body, 'base64'), faults: [] }
}
