/** The first requests to a service: whether it answers, and whether it accepts the credentials. */
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure, type Outcome, requestWriter, Secrets, sendOne } from '@plant-store/raw-http'
import { type SentRequest, statusOf } from '../exchange.ts'
import { firstCallers, type Subject } from '../subject.ts'
import type { Pace } from './pace.ts'

export interface Waiting {
  /** Aborted when the user interrupts: checkers are told to stop; without a finding, nothing is concluded. */
  readonly signal: AbortSignal
  /** The path and query that are asked for. */
  readonly firstTarget: string
  readonly pace: Pace
  /** Whether tokens that are all refused are to blame; otherwise the service breaks the contract. */
  readonly doubtTokens?: boolean
  /** How long a service is waited for that does not answer yet. */
  readonly waitMs?: number
}

/** A service may answer 503 while it starts, a gateway before it 502, 503 or 504, and one that limits its callers 429. */
const startingStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504])

/** How long a service may take for its first response. */
const usualPatienceMs = 10_000

const pollMs = 200

/** Asks until the service is ready, or was waited for. Resolves to why nothing can be checked, as a sentence. Never rejects. */
export async function preflight(subject: Subject, waiting: Waiting): Promise<string | undefined> {
  const { signal, waitMs = 0 } = waiting
  const end = performance.now() + waitMs
  for (;;) {
    const { obstacle, isStarting } = await askFirst(subject, waiting)
    if (!isStarting || performance.now() >= end || signal.aborted) return obstacle
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}

/** Asks for little with the first credentials and without one. Nothing answers while it starts, or it or a gateway says so. */
async function askFirst(
  subject: Subject,
  { signal, firstTarget, pace, doubtTokens = false }: Waiting,
): Promise<{ readonly obstacle: string | undefined; readonly isStarting: boolean }> {
  const { url, patienceMs = usualPatienceMs } = subject
  const secrets = new Secrets({ ...subject, callers: firstCallers(subject), refused: [] })
  const write = requestWriter(new URL(url).host, secrets)
  const requests = [
    ...secrets.credentials.map((_, caller) =>
      write('GET', secrets.callerTarget(caller, firstTarget), { fields: secrets.callerFields(caller) }),
    ),
    write('GET', firstTarget),
  ].map((request) => secrets.revealIn(request))
  await pace.take(requests.length)
  const late = sleep(patienceMs, undefined, { signal, ref: false }).catch(() => undefined)
  let fault: NodeJS.ErrnoException | undefined
  const ask = (request: SentRequest) => sendOne(subject, request, (one) => (fault = one))
  try {
    const outcomes = await Promise.all(
      requests.map(async (request) => (await Promise.race([late, ask(request)]))?.response),
    )
    const silence = explainSilence(url, patienceMs, outcomes, fault)
    return {
      obstacle: silence ?? (doubtTokens ? explainRefusal(outcomes, subject) : undefined),
      isStarting: silence !== undefined || outcomes.some((one) => startingStatuses.has(statusOf(one))),
    }
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error
    return { obstacle: error.message, isStarting: false }
  }
}

/**
 * That all tokens are refused, as a sentence; the last outcome is that without a token. The given contract leaves the
 * status open; but 400 may be about the limit, so it counts only if the request without a token gets it too.
 */
function explainRefusal(
  outcomes: readonly (Outcome | undefined)[],
  { only, callers }: Subject,
): string | undefined {
  const [first, ...others] = outcomes.map((outcome) => statusOf(outcome))
  const isRefusal = first === 401 || (only === 'given' && (first === 403 || first === 400))
  const alike = only === 'given' && first !== 400 ? others.slice(0, -1) : others
  if (!isRefusal || others.length === 0 || alike.some((status) => status !== first)) return undefined
  return callers.length === 1
    ? `The token given was not accepted (${first}). Give one that is.`
    : `None of the ${callers.length} tokens given was accepted (${first}). Give some that are.`
}

/** Why nothing answers, as a sentence; undefined where anything does. */
function explainSilence(
  url: string,
  patienceMs: number,
  outcomes: readonly (Outcome | undefined)[],
  fault: NodeJS.ErrnoException | undefined,
): string | undefined {
  const reasons = outcomes.map((one) =>
    one === undefined ? 'timeout' : 'noResponse' in one ? one.noResponse : 'answered',
  )
  if (reasons.some((reason) => reason !== 'timeout' && reason !== 'unreachable')) return undefined
  return reasons.includes('unreachable')
    ? `Nothing answers at ${url}: ${explainFault(fault)}. Start the service, or correct the address.`
    : `${url} does not answer in time (${patienceMs / 1000} s). Is it the right address, and is the service up?`
}

/** Why no connection can be opened: in plain words, or in Node's. */
function explainFault({ code = '', message }: Partial<NodeJS.ErrnoException> = {}): string {
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code))
    return `its certificate was not accepted (${message}); --cacert names one to trust`
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host name does not resolve'
  return message ?? 'its host does not answer'
}
