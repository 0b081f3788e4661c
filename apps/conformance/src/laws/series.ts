/** Several requests that belong together: each answer must be right, whatever was asked before or beside it. */
import type { SentRequest } from '../exchange.ts'
import type { Breach } from './answers/examination.ts'
import { TimeUp } from './time-up.ts'
import type { Probe } from './probe.ts'
import type { Sent } from './sent.ts'

/** One after the other on one connection. When that ends, with or without a word, the rest goes over a new one. */
export async function askInTurn(probe: Probe, requests: readonly SentRequest[]): Promise<readonly Sent[]> {
  const all: Sent[] = []
  while (all.length < requests.length) {
    const sent = await probe.messenger.inTurn(requests.slice(all.length))
    await judgeSeries(probe, sent, (part) => probe.messenger.inTurn(part))
    all.push(...sent)
  }
  return all
}

/**
 * All at once on one connection. What comes behind an announced end is not owed. The given contract does not speak of
 * it: there nothing is asked.
 */
export async function askAtOnce(probe: Probe, requests: readonly SentRequest[]): Promise<void> {
  if (probe.subject.only === 'given') return
  const sent = await probe.messenger.pipeline(requests)
  await judgeSeries(probe, sent, (part) => probe.messenger.pipeline(part))
}

type SendAgain = (requests: readonly SentRequest[]) => Promise<readonly Sent[]>

async function judgeSeries(probe: Probe, sent: readonly Sent[], again: SendAgain): Promise<void> {
  for (const [index, one] of sent.entries()) {
    for (const breach of probe.judge(one).filter(({ rule }) => probe.findings.isNews(rule))) {
      const requests = sent.slice(0, index + 1).map(({ request }) => request)
      const { shortest, asked } = await shorten(probe, requests, { breach, one, again })
      if (shortest === undefined) probe.findings.tellOfChange(breach, one, { shown: 1, asked })
      else probe.findings.tell(breach, one, shortest)
    }
  }
}

interface Breaking {
  readonly breach: Breach
  readonly one: Sent
  readonly again: SendAgain
}

/**
 * The shortest end of the series that shows the same again, and how often it was asked for in all; none where not even
 * the whole series shows it. Where there is no time to try, or nothing came and nobody waits for that again, it is the
 * whole.
 */
async function shorten(
  probe: Probe,
  requests: readonly SentRequest[],
  { breach, one, again }: Breaking,
): Promise<{ readonly shortest?: readonly SentRequest[]; readonly asked: number }> {
  let asked = 1
  if ('silence' in one.outcome) return { shortest: requests, asked }
  try {
    for (let count = 1; count < 2 * requests.length; count *= 2) {
      const part = requests.slice(-count)
      const last = (await again(part)).at(-1)
      asked += 1
      const isSame = last !== undefined && last.request === requests.at(-1)
      if (isSame && probe.breaks(breach.rule, last)) return { shortest: part, asked }
    }
    return { asked }
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error
    return { shortest: requests, asked }
  }
}
