/** Asks a mutant what a killer says, and hears what the judge of HTTP makes of it: the one place that knows that judge. */
import { operations } from '@plant-store/contracts/schemas'
import { preflight } from '../../src/court/preflight.ts'
import { earlyStages } from '../../src/laws/early-stages.ts'
import { GaveUp } from '../../src/laws/gave-up.ts'
import { lawsJudge } from '../../src/laws/judge.ts'
import { lateStages } from '../../src/laws/late-stages.ts'
import { Probe } from '../../src/laws/probe.ts'
import type { Sent } from '../../src/laws/sent.ts'
import type { Subject } from '../../src/subject.ts'
import type { Mutant } from '../mutant.ts'
import { startMutant } from '../server/start.ts'
import { toWorldFile } from '../server/world.ts'
import { FirstFinding } from './first-finding.ts'
import { expandRequest, type Killer, type Session } from './killers.ts'

/** Every part of the judge that works by itself. */
const laws = [...earlyStages, ...lateStages].flat()

export const partNames: readonly string[] = laws.map(({ name }) => name)

/** What was seen of one server up to the first breach. */
export interface Seen {
  readonly subject: Subject
  readonly court: FirstFinding
}

/** Resolves to the rule that the killer shows broken; to undefined where it shows none, or is not known any more. */
export async function replay(mutant: Mutant, killer: Killer): Promise<string | undefined> {
  let rule: string | undefined
  const { court } = await hear(mutant, async (probe) => {
    if ('session' in killer) rule = await replaySession(killer.session, probe)
    else await laws.find(({ name }) => name === killer.part)?.run(probe)
  })
  return rule ?? court.finding?.rule
}

/** The whole judge, up to its first finding. */
export const hearJudge = (mutant: Mutant): Promise<Seen> =>
  hear(mutant, ({ subject, court }) => lawsJudge().judge(subject, court))

/** What is easily asked of a correct server: the first look of a check, then these requests. */
export const hearBriefly = (mutant: Mutant, requests: Session['requests']): Promise<Seen> =>
  hear(mutant, async (probe) => {
    const { subject, court } = probe
    // As a check does: while a service starts it may say so.
    await preflight(subject, court.signal)
    await laws.find(({ name }) => name === 'first look')?.run(probe)
    await probe.askAll(requests.map((request) => expandRequest(request, subject)))
  })

async function replaySession({ how, times, requests }: Session, probe: Probe): Promise<string | undefined> {
  const once = requests.map((request) => expandRequest(request, probe.subject))
  const all = Array.from({ length: times }, () => once).flat()
  if (how === 'together') return broken(probe, await probe.messenger.burst(all))
  for (let asked = 0; asked < all.length;) {
    const sent = await probe.messenger.inTurn(
      how === 'apart' ? all.slice(asked, asked + 1) : all.slice(asked),
    )
    const rule = broken(probe, sent)
    if (rule !== undefined) return rule
    asked += sent.length
  }
  return undefined
}

const broken = (probe: Probe, sent: readonly Sent[]): string | undefined =>
  sent.flatMap((one) => probe.judge(one)).at(0)?.rule

/** Starts a fresh server, and ends it. A service that stops answering proves nothing by itself. */
async function hear(mutant: Mutant, ask: (probe: Probe) => Promise<void>): Promise<Seen> {
  const running = await startMutant(mutant)
  try {
    const { callers, refusedTokens = [] } = toWorldFile(mutant.world)
    const { only } = mutant
    const subject: Subject = { url: running.url, callers, refusedTokens, only, seed: 1, budget: 'quick' }
    const court = new FirstFinding()
    try {
      await ask(new Probe(subject, court, Object.values(operations)))
    } catch (error) {
      // One finding is enough: whatever else was under way was told to stop.
      if (court.finding === undefined && !(error instanceof GaveUp)) throw error
    }
    return { subject, court }
  } finally {
    await running.close()
  }
}
