/** The lines that hooks.py writes, and the exchanges made from them. */
import { trimBlanks } from '@plant-store/raw-http'
import type { Answer, Exchange, Field, SentRequest } from '../exchange.ts'
import { callerOf } from '../oracle/credential.ts'
import type { Subject } from '../subject.ts'

/** A request as Python's `requests` sent it, and its answer, or what came instead of one. */
interface ToldExchange {
  readonly case: string
  /** Milliseconds since 1970. */
  readonly endedAt: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** In base64, like the answer's. */
    readonly body: string
  }
  readonly answer: {
    readonly version: string
    readonly status: number
    readonly reason: string
    readonly headers: Readonly<Record<string, readonly string[]>>
    readonly body: string
    readonly durationMs: number
  } | null
  readonly noResponse: 'timeout' | 'closed' | 'reset' | 'unreachable' | null
}

/** One failed check. */
export interface ToldFailure {
  readonly check: string
  readonly kind: string
  readonly message: string
  /** Set where the check made a request of its own. */
  readonly case: string | null
  readonly schema_path?: readonly (string | number)[]
  readonly instance_path?: readonly (string | number)[]
  readonly instance?: unknown
  readonly missing_headers?: readonly string[]
}

/** What the checks said about one exchange. */
export interface ToldVerdict {
  readonly case: string
  readonly passed: readonly string[]
  readonly failures: readonly ToldFailure[]
}

/** Something that could not be tested: a Python exception. */
export interface ToldError {
  readonly kind: string
  readonly message: string
}

/** One line; exactly one member is present. */
export interface Told {
  readonly exchange?: ToldExchange
  readonly verdict?: ToldVerdict
  readonly error?: ToldError
  readonly done?: true
}

/** Throws a `SyntaxError` when the line is cut off. */
export function readLine(line: string): Told {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- hooks.py and this file are one program
  return JSON.parse(line) as Told
}

/** The connections are not known: each exchange counts as one of its own, with a number below those in use. */
let connection = 0

/** The answer has no framing faults: Python's client does not report any. */
export function toExchange(told: ToldExchange, subject: Subject): Omit<Exchange, 'id'> {
  const { answer, noResponse, endedAt } = told
  const request = toRequest(told.request, subject)
  const caller = callerOf(request, subject)
  const durationMs = answer?.durationMs ?? 0
  connection -= 1
  return {
    judge: 'schemathesis',
    ...(caller !== undefined && { caller }),
    request,
    answer: answer === null ? { noResponse: noResponse ?? 'reset' } : toAnswer(answer),
    startedAt: new Date(endedAt - durationMs),
    durationMs,
    connection,
  }
}

function toRequest(
  { method, url, headers, body }: ToldExchange['request'],
  { url: root }: Subject,
): SentRequest {
  const { host } = new URL(url)
  const content = Buffer.from(body, 'base64').toString('latin1')
  return {
    method,
    target: url.startsWith(root) ? url.slice(root.length) : url,
    fields: [['Host', host], ...Object.entries(headers)],
    ...(content !== '' && { body: content }),
  }
}

function toAnswer(told: NonNullable<ToldExchange['answer']>): Answer {
  const { version, status, reason, headers, body } = told
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    // Python's client keeps the whitespace after a value, which is not part of it (RFC 9110, 5.5).
    values.map((value): Field => [name, trimBlanks(value)]),
  )
  return { version, status, reason, fields, body: Buffer.from(body, 'base64'), faults: [] }
}
