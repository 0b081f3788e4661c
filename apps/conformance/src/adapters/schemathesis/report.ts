/** Reads the report that schemathesis writes as it goes: NDJSON, one event a line. */
import { STATUS_CODES } from 'node:http'
import { trimBlanks } from '@plant-store/raw-http'
import type { Exchange, Field, NoResponse, RawResponse, SentRequest } from '../../exchange.ts'

type Headers = Readonly<Record<string, readonly string[]>>
type Bytes = { readonly $base64: string } | null

/** A request and its response, if there was one. Times are in seconds, `timestamp` since 1970. */
interface Interaction {
  readonly request: {
    readonly method: string
    readonly uri: string
    readonly headers: Headers
    readonly body?: Bytes
  }
  readonly response?: {
    readonly status_code: number
    readonly headers: Headers
    readonly content: Bytes
    readonly elapsed: number
  }
  readonly timestamp: number
}

/** A check of one case; if it failed, with schemathesis' own words, and a code such as ST108, which `st explain` explains. */
interface Check {
  readonly name: string
  readonly failure_info?: {
    readonly failure: {
      readonly code: string
      readonly title: string
      readonly message: string
      /** The case that it is about, where the check made a request of its own. */
      readonly case_id?: string | null
    }
  }
}

/** Something that could not be tested: an exception of Python. */
interface Trouble {
  readonly type: string
  readonly message: string
}

/** The events that matter here; what was recorded is by the id of the test case. */
interface Event {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly interactions?: Readonly<Record<string, Interaction>>
      readonly checks?: Readonly<Record<string, readonly Check[]>>
    }
  }
  readonly NonFatalError?: { readonly value: Trouble }
  readonly FatalError?: { readonly exception: Trouble }
  readonly EngineFinished?: { readonly stop_reason: string }
}

/** What a run was about. */
export interface Report {
  /** By the id of the test case. */
  readonly exchanges: ReadonlyMap<string, Omit<Exchange, 'id'>>
  /** What failed, each with the id of its test case. */
  readonly objections: readonly { readonly id: string; readonly check: string; readonly words: string }[]
  readonly troubles: readonly Trouble[]
  /** What ended it before it was done, where it says so. */
  readonly end: Trouble | undefined
  /** Whether schemathesis came to the end that its settings define. */
  readonly isDone: boolean
}

type Whose = (request: SentRequest) => number | undefined

/** Reads what there is of a report about the service at `url`; its last line may be cut off. */
export function readReport(text: string, url: string, whose: Whose): Report {
  const events = text
    .split('\n')
    .slice(0, -1)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- schemathesis writes it
    .map((line) => JSON.parse(line) as Event)
  const recorders = events.flatMap(({ ScenarioFinished: end }) => end?.recorder ?? [])
  const troubles = events.flatMap(({ NonFatalError: error }) => error?.value ?? [])
  const noResponse = nameNoResponse(troubles)
  return {
    exchanges: new Map(
      recorders
        .flatMap(({ interactions = {} }) => Object.entries(interactions))
        .map(([id, one]) => [id, toExchange(one, noResponse, url, whose)]),
    ),
    objections: recorders
      .flatMap(({ checks = {} }) => Object.entries(checks))
      .flatMap(([id, checks]) => checks.flatMap((one) => objectionsOf(id, one))),
    troubles,
    end: events.find(({ FatalError: error }) => error !== undefined)?.FatalError?.exception,
    isDone: events.some(({ EngineFinished: end }) => end !== undefined && end.stop_reason !== 'interrupted'),
  }
}

function objectionsOf(id: string, { name: check, failure_info: info }: Check): Report['objections'] {
  if (info === undefined) return []
  const { code, title, message, case_id: own } = info.failure
  return [{ id: own ?? id, check, words: `${check}, ${code} ${title}: ${message.split('\n')[0]}` }]
}

/** The report does not say which request it was that met which trouble. */
function nameNoResponse([first]: readonly Trouble[]): NoResponse['noResponse'] {
  if (first === undefined) return 'reset'
  if (first.type.includes('Timeout')) return 'timeout'
  return first.message.includes('NewConnectionError') ? 'unreachable' : 'closed'
}

/** The connections are not known: each exchange counts as one of its own, with a number below those in use. */
let connection = 0

function toExchange(
  { request: { method, uri, headers, body }, response, timestamp }: Interaction,
  noResponse: NoResponse['noResponse'],
  url: string,
  whose: Whose,
): Omit<Exchange, 'id'> {
  const content = bytesOf(body).toString('latin1')
  const request = {
    method,
    target: uri.startsWith(url) ? uri.slice(url.length) : uri,
    fields: [['Host', new URL(url).host] as const, ...toFields(headers)],
    ...(content !== '' && { body: content }),
  }
  const caller = whose(request)
  connection -= 1
  return {
    checker: 'schemathesis',
    ...(caller !== undefined && { caller }),
    request,
    response: response === undefined ? { noResponse } : toResponse(response),
    startedAt: new Date(timestamp * 1000),
    durationMs: (response?.elapsed ?? 0) * 1000,
    connection,
  }
}

const toResponse = ({
  status_code: status,
  headers,
  content,
}: NonNullable<Interaction['response']>): RawResponse => ({
  version: '1.1',
  status,
  reason: STATUS_CODES[status] ?? '',
  fields: toFields(headers),
  body: bytesOf(content),
  faults: [],
})

const bytesOf = (bytes: Bytes | undefined): Buffer => Buffer.from(bytes?.$base64 ?? '', 'base64')

/** Python's client keeps the whitespace after a value, which is not part of it (RFC 9110, 5.5). */
const toFields = (headers: Headers): readonly Field[] =>
  Object.entries(headers).flatMap(([name, values]) => values.map((value): Field => [name, trimBlanks(value)]))
