/** The first words with a service: is anybody there, and are the tokens any good? */
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { firstCallers, type Subject } from '../subject.ts'

/** What the first words showed. */
export interface Greeting {
  /** Why nothing can be judged, as a sentence; undefined where something answers, if only nonsense. */
  readonly silence?: string
  /** Tokens were given, and each was refused with this status. */
  readonly refusedWith?: number
  /** A status by which the service says that it failed. These are the first requests of all: nobody asks them again. */
  readonly failed?: number
  /** What came for each token and for none; undefined where that can't be compared. */
  readonly answers: readonly (string | undefined)[]
}

/** What is asked. */
export const greetingTarget = '/plants?limit=1'

/** How long a service may take to answer before it is said to be silent. */
const usualPatienceMs = 10_000

/** Asks for one plant with the tokens of the first callers, and without one. Whoever answers anything is there. Never rejects. */
export async function greet(
  subject: Subject,
  signal: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<Greeting> {
  const { url, only } = subject
  const tokens = [...firstCallers(subject).map(({ token }) => token), undefined]
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const answers = await Promise.all(tokens.map((token) => ask(url, token, patience)))
  const silences = answers.map((answer) => explainSilence(url, answer))
  const silence = silences.includes(undefined) ? undefined : silences[0]
  const statuses = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.status]))
  const failed = statuses.find((status) => status >= 500 && status !== 503)
  const refusedWith = findRefusal(answers, only)
  return {
    ...(silence !== undefined && { silence }),
    ...(failed !== undefined && { failed }),
    ...(refusedWith !== undefined && { refusedWith }),
    answers: answers.map((answer) => describe(answer)),
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

/** An answer, its body if it was whole soon and short, or the code of what came instead of one. */
type FirstAnswer = { readonly status: number; readonly body: string | undefined } | string

/** A list of one plant is shorter, and comes at once: whatever takes more is left to the judges. */
const maxOctets = 65_536
const bodyPatienceMs = 1000

function ask(url: string, token: string | undefined, signal: AbortSignal): Promise<FirstAnswer> {
  const { promise, resolve } = Promise.withResolvers<FirstAnswer>()
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const sent = request(`${url}${greetingTarget}`, {
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
    resolve(fault.name === 'AbortError' ? 'silent' : (fault.code ?? fault.message))
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

function explainSilence(url: string, answer: FirstAnswer): string | undefined {
  if (typeof answer !== 'string') return undefined
  if (answer === 'silent') {
    return `${url} takes connections but does not answer in time. Is it the right address, and is the service up?`
  }
  const cause = /CERT|SSL|TLS|SIGNATURE|ISSUER/.test(answer)
    ? `its certificate or its TLS is not accepted (${answer})`
    : causes[answer]
  return cause === undefined
    ? undefined
    : `Nothing answers at ${url}: ${cause}. Start the service, or mend the address.`
}
