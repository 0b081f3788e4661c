/** One request of an honest client, and its outcome. */
import { type Agent, type IncomingMessage, request } from 'node:http'

/** What a client saw: a status, or why there is none. */
export type Outcome = `${number}` | '503 without Retry-After' | 'no connection' | 'broken' | 'no response'

export interface Question {
  readonly port: number
  readonly token: string
  /** Undefined for a connection used only for this request. */
  readonly agent: Agent | undefined
  readonly limit: number | undefined
  readonly etag: string | undefined
}

/** `text` is the part of the body that arrived. Times are those of `performance.now()`. */
export interface Exchange {
  readonly outcome: Outcome
  readonly status: number | undefined
  readonly text: string
  readonly isWhole: boolean
  readonly etag: string | undefined
  readonly startedAt: number
  readonly endedAt: number
}

/** A client gives up after waiting this long. */
const patienceMs = 60_000

/** Sends the request. Never rejects. */
export function exchange({ port, token, agent, limit, etag }: Question): Promise<Exchange> {
  const startedAt = performance.now()
  const path = limit === undefined ? '/plants' : `/plants?limit=${limit}`
  const headers = { Authorization: `Bearer ${token}`, ...(etag !== undefined && { 'If-None-Match': etag }) }
  return new Promise((resolve) => {
    let [text, gaveUp] = ['', false]
    let response: IncomingMessage | undefined
    const finish = (outcome: Outcome, isWhole: boolean): void => {
      clearTimeout(timer)
      const { statusCode: status, headers: fields } = response ?? {}
      resolve({ outcome, status, text, isWhole, etag: fields?.etag, startedAt, endedAt: performance.now() })
    }
    const call = request({ host: '127.0.0.1', port, path, headers, agent: agent ?? false }, (received) => {
      response = received
      received.setEncoding('utf8')
      received.on('data', (piece: string) => (text += piece))
      received.once('end', () => finish(outcomeOf(received), true))
      received.once('error', () => finish('broken', false))
    })
    const timer = setTimeout(() => {
      gaveUp = true
      call.destroy()
    }, patienceMs)
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (gaveUp) finish('no response', false)
      else finish(error.code === 'ECONNREFUSED' ? 'no connection' : 'broken', false)
    })
    call.end()
  })
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Outcome {
  return statusCode === 503 && headers['retry-after'] === undefined
    ? '503 without Retry-After'
    : `${statusCode}`
}
