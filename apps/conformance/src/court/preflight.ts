/** The preflight: the first requests to a service show whether anybody is there, and whether the tokens are any good. */
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { firstCallers, type Subject } from '../subject.ts'
import { Deadline } from './deadline.ts'
import type { Finding } from './judge.ts'
import { quoteApart } from './quote.ts'

/** What the first requests showed. */
export interface Preflight {
  /** Why nothing can be judged, as a sentence; undefined where something answers, if only nonsense. */
  readonly noResponse?: string
  /** Tokens were given, and each was refused with this status. */
  readonly refusedWith?: number
  /** A status by which the service says that it failed. */
  readonly failed?: number
  /** What came for each token, and last for none; undefined where that can't be compared. */
  readonly answers: readonly (string | undefined)[]
}

const target = '/plants?limit=1'

/** How long a service may take for its first answer. */
const usualPatienceMs = 10_000

/** Asks for one plant with the tokens of the first callers, and without one. Any answer shows that the service is there. Never rejects. */
export async function preflight(
  subject: Subject,
  signal: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<Preflight> {
  const { url, only } = subject
  const tokens = [...firstCallers(subject).map(({ token }) => token), undefined]
  using deadline = new Deadline({ afterMs: patienceMs, signals: [signal] })
  const answers = await Promise.all(tokens.map((token) => ask(url, token, deadline.signal)))
  const missing = answers.map((answer) => explainNoResponse(url, answer))
  const noResponse = missing.includes(undefined) ? undefined : missing[0]
  const statuses = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.status]))
  const failed = statuses.find((status) => status >= 500 && status !== 503)
  const refusedWith = findRefusal(answers, only)
  return {
    ...(noResponse !== undefined && { noResponse }),
    ...(failed !== undefined && { failed }),
    ...(refusedWith !== undefined && { refusedWith }),
    answers: answers.map((answer) => describe(answer)),
  }
}

/** Breaches that only the very first answers show: no judge comes early enough for them. `again` came right behind. */
export function findFirstBreaches(subject: Subject, first: Preflight, again: Preflight): readonly Finding[] {
  const failed: readonly Finding[] =
    first.failed === undefined
      ? []
      : [
          {
            rule: 'answers-right-requests',
            judge: 'preflight',
            came: `The very first requests were answered with ${first.failed}.`,
            due: 'The list to a right request, or its refusal.',
            curl: curlOf(subject, 0),
          },
        ]
  const changed = first.answers.flatMap((answer, index): Finding[] => {
    const later = again.answers[index]
    // While it starts it may say so.
    const isStarting = answer === '503'
    if (answer === undefined || later === undefined || answer === later || isStarting) return []
    const [came, due] = quoteApart(answer, later)
    return [
      {
        rule: 'equal-requests-equal-answers',
        judge: 'preflight',
        came: `The very first request got ${came}.`,
        due: `The same request got ${due} later.`,
        curl: curlOf(subject, index),
      },
    ]
  })
  return [...failed, ...changed]
}

function curlOf(subject: Subject, index: number): string {
  const name = index === 0 ? '$TOKEN' : `$TOKEN_${index + 1}`
  const field = index < firstCallers(subject).length ? `-H "Authorization: Bearer ${name}" ` : ''
  return `curl -si ${field}'${subject.url}${target}'`
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
type FirstAnswer = { readonly status: number; readonly body: string | undefined } | string

/** A list of one plant is shorter, and comes at once: whatever takes more is left to the judges. */
const maxOctets = 65_536
const bodyPatienceMs = 1000

function ask(url: string, token: string | undefined, signal: AbortSignal): Promise<FirstAnswer> {
  const { promise, resolve } = Promise.withResolvers<FirstAnswer>()
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const sent = request(`${url}${target}`, {
    agent: false,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    signal,
  })
  sent.once('response', (answer) => {
    const { statusCode: status = 0 } = answer
    const whole = readSome(answer).then((body) => ({ status, body }))
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
