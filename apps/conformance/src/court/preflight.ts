/** The preflight: the first requests to a service show whether anybody is there, and whether the tokens are any good. */
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { firstCallers, type Subject } from '../subject.ts'
import { Deadline } from './deadline.ts'

/** What the first requests showed. */
export interface Preflight {
  /** Why nothing can be judged, as a sentence; undefined where something answers, if only nonsense. */
  readonly noResponse?: string
  /** Tokens were given, and each was refused with this status. */
  readonly refusedWith?: number
  /** A status by which the service says that it failed. */
  readonly failed?: number
  /** It said that it can't answer now, and not when to try again. */
  readonly isUntold: boolean
  /** What came for each token, and last for none; undefined where that can't be compared. */
  readonly answers: readonly (string | undefined)[]
  /** What came for the same at the same time. */
  readonly twins: readonly (string | undefined)[]
}

export const target = '/plants?limit=1'

/** How long a service may take for its first answer. */
const usualPatienceMs = 10_000

/**
 * Asks for one plant with the tokens of the first callers, and without one; each twice at once, as a page does that has just
 * been opened. Any answer shows that the service is there. Never rejects.
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
  const answers = all.slice(0, tokens.length)
  const missing = answers.map((answer) => explainNoResponse(url, answer))
  const noResponse = missing.includes(undefined) ? undefined : missing[0]
  const statuses = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.status]))
  const failed = statuses.find((status) => status >= 500 && status !== 503)
  const refusedWith = findRefusal(answers, only)
  return {
    ...(noResponse !== undefined && { noResponse }),
    ...(failed !== undefined && { failed }),
    ...(refusedWith !== undefined && { refusedWith }),
    isUntold: answers.some((answer) => typeof answer !== 'string' && answer.status === 503 && !answer.isTold),
    answers: answers.map((answer) => describe(answer)),
    twins: all.slice(tokens.length).map((answer) => describe(answer)),
  }
}

/** A list as it came; of everything else the status alone, since messages may differ. */
function describe(answer: FirstAnswer): string | undefined {
  if (typeof answer === 'string') return undefined
  const { status, body } = answer
  if (status !== 200) return String(status)
  return body === undefined ? undefined : `200 ${body}`
}

/**
 * The status by which all tokens are refused; the last answer is the one to no token. The given contract leaves it open
 * which one that is; but 400 may be about the limit, unless no token at all gets it too.
 */
function findRefusal(answers: readonly FirstAnswer[], only: Subject['only']): number | undefined {
  const [first, ...others] = answers.map((answer) => (typeof answer === 'string' ? undefined : answer.status))
  const isRefusal = first === 401 || (only === 'given' && (first === 403 || first === 400))
  const alike = only === 'given' && first !== 400 ? others.slice(0, -1) : others
  return isRefusal && others.length > 0 && alike.every((status) => status === first) ? first : undefined
}

/** An answer, with its body if that was soon there and short; or the code of what came instead of one. */
type FirstAnswer =
  | {
      readonly status: number
      /** With Retry-After. */
      readonly isTold: boolean
      readonly body: string | undefined
    }
  | string

/** A list of one plant is shorter, and comes at once: whatever takes more is left to the judges. */
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
    const whole = readSome(answer).then((body) => ({ status, isTold, body }))
    resolve(whole.finally(() => sent.destroy()))
  })
  sent.on('error', (fault: NodeJS.ErrnoException) => {
    resolve(fault.name === 'AbortError' ? 'timeout' : (fault.code ?? fault.message))
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

/** Codes of faults that come before the first octet of an answer. Whatever else goes wrong is the service's own. */
const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host has no address',
  EAI_AGAIN: 'its host has no address',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'its host does not answer',
  EADDRNOTAVAIL: 'there is no way to its host',
}

function explainNoResponse(url: string, answer: FirstAnswer): string | undefined {
  if (typeof answer !== 'string') return undefined
  if (answer === 'timeout') {
    return `${url} takes connections but does not answer in time. Is it the right address, and is the service up?`
  }
  const cause = /CERT|SSL|TLS|SIGNATURE|ISSUER/.test(answer)
    ? `its certificate or its TLS is not accepted (${answer})`
    : causes[answer]
  return cause === undefined
    ? undefined
    : `Nothing answers at ${url}: ${cause}. Start the service, or correct the address.`
}
