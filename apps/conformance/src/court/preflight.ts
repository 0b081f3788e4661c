/** The preflight: the first requests to a service show whether it answers, and whether it accepts the tokens. */
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallTargets } from '../contract/operations.ts'
import { firstCallers, type Subject } from '../subject.ts'
import { Deadline } from './deadline.ts'

/** What the first requests showed. */
export interface Preflight {
  /** Why nothing can be judged, as a sentence; undefined if anything answers, even nonsense. */
  readonly noResponse: string | undefined
  /** Tokens were given, and each was refused with this status. */
  readonly refusedWith: number | undefined
  /** A status with which the service says that it failed. */
  readonly failed: number | undefined
  /** Nothing answers yet, or it says that it is not ready, or a gateway that nothing is behind it. */
  readonly isStarting: boolean
  /** The service said that it can't answer now, but not when to try again. */
  readonly isUntold: boolean
  /** The answer for each token and, last, for no token; undefined where it can't be compared. */
  readonly answers: readonly (string | undefined)[]
  /** The answers to the same requests, sent at the same time. */
  readonly twins: readonly (string | undefined)[]
}

/** The first operation's, for a short answer. */
export const target = smallTargets[0] ?? '/'

/** A service may answer 503 while it starts, a gateway before it 502, 503 or 504, and one that limits its callers 429. */
export const isStarting = (status: number): boolean => [429, 502, 503, 504].includes(status)

/** How long a service may take for its first answer. */
const usualPatienceMs = 10_000

/**
 * Asks for little with the tokens of the first callers and without a token. Sends each request twice at once, as a
 * page does that has just been opened. Any answer shows that the service is there. Never rejects.
 */
export async function preflight(
  subject: Subject,
  signal: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<Preflight> {
  const { url, only } = subject
  const tokens = [...firstCallers(subject).map(({ token }) => token), undefined]
  using deadline = new Deadline({ afterMs: patienceMs, signals: [signal] })
  const all = await Promise.all([...tokens, ...tokens].map((token) => ask(url, token, deadline.signal)))
  const came = all.filter((answer) => typeof answer !== 'string')
  const answers = all.slice(0, tokens.length)
  const missing = answers.map((answer) => explainNoResponse(url, answer))
  return {
    noResponse: missing.includes(undefined) ? undefined : missing[0],
    failed: came.find(({ status }) => status >= 500 && !isStarting(status))?.status,
    isStarting: missing[0] !== undefined || came.some(({ status }) => isStarting(status)),
    refusedWith: findRefusal(answers, only),
    isUntold: came.some(({ status, isTold }) => status === 503 && !isTold),
    answers: answers.map((answer) => describe(answer)),
    twins: all.slice(tokens.length).map((answer) => describe(answer)),
  }
}

/** The preflight, made again until the service is ready, or has been waited for long enough. */
export async function firstPreflight(
  subject: Subject,
  { signal, patienceMs, waitMs = 0 }: Waiting,
): Promise<Preflight> {
  const end = performance.now() + waitMs
  let first = await preflight(subject, signal, patienceMs)
  while (first.isStarting && performance.now() < end && !signal.aborted) {
    await sleep(pollMs, undefined, { signal }).catch(() => {})
    first = await preflight(subject, signal, patienceMs)
  }
  return first
}

interface Waiting {
  readonly signal: AbortSignal
  readonly patienceMs?: number
  /** How long a service is waited for that does not answer yet. */
  readonly waitMs?: number
}

const pollMs = 200

/** A list as it came; for any other answer the status alone, since messages may differ. */
function describe(answer: FirstAnswer): string | undefined {
  if (typeof answer === 'string') return undefined
  const { status, body } = answer
  if (status !== 200) return String(status)
  return body === undefined ? undefined : `200 ${body}`
}

/**
 * The status with which all tokens are refused; the last answer is the one without a token. The given contract leaves
 * that status open; but 400 may be about the limit, so it counts only if the request without a token gets it too.
 */
function findRefusal(answers: readonly FirstAnswer[], only: Subject['only']): number | undefined {
  const [first, ...others] = answers.map((answer) => (typeof answer === 'string' ? undefined : answer.status))
  const isRefusal = first === 401 || (only === 'given' && (first === 403 || first === 400))
  const alike = only === 'given' && first !== 400 ? others.slice(0, -1) : others
  return isRefusal && others.length > 0 && alike.every((status) => status === first) ? first : undefined
}

/** An answer, with its body if that was short and came soon; or the error code of what came instead. */
type FirstAnswer =
  | {
      readonly status: number
      /** With Retry-After. */
      readonly isTold: boolean
      readonly body: string | undefined
    }
  | string

/** A list of one plant is shorter and comes at once: anything longer or slower is left to the judges. */
const maxOctets = 65_536
const bodyPatienceMs = 1000

function ask(url: string, token: string | undefined, signal: AbortSignal): Promise<FirstAnswer> {
  const { promise, resolve } = Promise.withResolvers<FirstAnswer>()
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const sent = request(`${url}${target}`, {
    agent: false,
    maxHeaderSize: maxOctets,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    signal,
  })
  sent.once('response', (answer) => {
    const { statusCode: status = 0 } = answer
    const isTold = answer.headers['retry-after'] !== undefined
    // The same list may be compressed differently each time; beside a weak tag, only its meaning is the same.
    const { etag, 'content-encoding': coding } = answer.headers
    const isCoded = coding !== undefined || etag?.startsWith('W/') === true
    const whole = readSome(answer).then((body) => ({ status, isTold, body: isCoded ? undefined : body }))
    resolve(whole.finally(() => sent.destroy()))
  })
  let isConnected = false
  sent.once('socket', (socket) => socket.once('connect', () => (isConnected = true)))
  sent.on('error', (fault: NodeJS.ErrnoException) => {
    const late = isConnected ? 'timeout' : 'ETIMEDOUT'
    resolve(fault.name === 'AbortError' ? late : (fault.code ?? fault.message))
  })
  sent.end()
  return promise
}

async function readSome(answer: IncomingMessage): Promise<string | undefined> {
  const late = setTimeout(() => answer.destroy(), bodyPatienceMs)
  const chunks: Buffer[] = []
  let octets = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      octets += chunk.length
      if (octets > maxOctets) return undefined
    }
    return Buffer.concat(chunks).toString('latin1')
  } catch {
    return undefined
  } finally {
    clearTimeout(late)
  }
}

/** Codes of errors that occur before the first octet of an answer. Any other error is the service's own. */
const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name does not resolve',
  EAI_AGAIN: 'its host name does not resolve',
  EHOSTUNREACH: "its host can't be reached",
  ENETUNREACH: "its host can't be reached",
  ETIMEDOUT: 'its host does not answer',
  EADDRNOTAVAIL: "its host can't be reached",
}

function explainNoResponse(url: string, answer: FirstAnswer): string | undefined {
  if (typeof answer !== 'string') return undefined
  if (answer === 'timeout') {
    return `${url} accepts connections but does not answer in time. Is it the right address, and is the service up?`
  }
  const cause = /CERT|SSL|TLS|SIGNATURE|ISSUER/.test(answer)
    ? `its certificate was not accepted, or TLS failed (${answer})`
    : causes[answer]
  return cause === undefined
    ? undefined
    : `Nothing answers at ${url}: ${cause}. Start the service, or correct the address.`
}
