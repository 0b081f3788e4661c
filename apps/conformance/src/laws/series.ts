/** Several requests that belong together: each answer must be right, whatever was asked before or beside it. */
import type { SentRequest } from '../exchange.ts'
import type { Breach } from './answers/examination.ts'
import type { Sent } from './messenger.ts'
import type { Probe } from './probe.ts'

/** One after the other on one connection. When the service closes it and says so, the rest goes over a new one. */
export async function askInTurn(probe: Probe, requests: readonly SentRequest[]): Promise<readonly Sent[]> {
  const all: Sent[] = []
  for (let rest = requests; rest.length > 0;) {
    const sent = await probe.messenger.inTurn(rest)
    await judgeSeries(probe, sent, (part) => probe.messenger.inTurn(part))
    all.push(...sent)
    const last = sent.at(-1)
    if (last === undefined || 'silence' in last.outcome) {
      break
    }
    rest = rest.slice(sent.length)
  }
  return all
}

/** All at once on one connection. What comes behind an announced end is not owed. */
export async function askAtOnce(probe: Probe, requests: readonly SentRequest[]): Promise<readonly Sent[]> {
  const sent = await probe.messenger.pipeline(requests)
  await judgeSeries(probe, sent, (part) => probe.messenger.pipeline(part))
  return sent
}

type SendAgain = (requests: readonly SentRequest[]) => Promise<readonly Sent[]>

async function judgeSeries(probe: Probe, sent: readonly Sent[], again: SendAgain): Promise<void> {
  for (const [index, one] of sent.entries()) {
    for (const breach of probe.judge(one).filter(({ rule }) => probe.findings.isNews(rule))) {
      const requests = sent.slice(0, index + 1).map(({ request }) => request)
      const shortest = await shorten(probe, requests, breach, again)
      if (shortest === undefined) {
        probe.findings.tellOfChange(breach, one)
      } else {
        probe.findings.tell(breach, one, shortest)
      }
    }
  }
}

/** The shortest end of the series that shows the same again; undefined where not even all of it does. */
async function shorten(
  probe: Probe,
  requests: readonly SentRequest[],
  { rule }: Breach,
  again: SendAgain,
): Promise<readonly SentRequest[] | undefined> {
  for (let count = 1; count < 2 * requests.length; count *= 2) {
    const part = requests.slice(-count)
    const last = (await again(part)).at(-1)
    const isSame = last !== undefined && last.request === requests.at(-1)
    if (isSame && probe.breaks(rule, last)) {
      return part
    }
  }
  return undefined
}
