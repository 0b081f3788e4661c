/** Asks a mutant what a killer says, and hears what the judge of HTTP makes of it: the one place that knows that judge. */
import { operations } from '@plant-store/contracts/schemas'
import { atOnce, placesEvery, type Session as Played, type Step, type Wanted } from '@plant-store/raw-http'
import { GaveUp } from '../../src/sessions/gave-up.ts'
import { sessionsJudge } from '../../src/sessions/judge.ts'
import { Runner } from '../../src/sessions/runner.ts'
import { firstLook, firstRequests } from '../../src/sessions/first-stages.ts'
import { allStages } from '../../src/sessions/stages.ts'
import type { Subject } from '../../src/subject.ts'
import type { Mutant } from '../mutant.ts'
import { startMutant } from '../server/start.ts'
import { toWorldFile } from '../server/world.ts'
import { beginAsACheck } from './begin-as-a-check.ts'
import { FirstFinding } from './first-finding.ts'
import { expandRequest, type Killer, type Session } from './killers.ts'

/** Every part of the judge works by itself. */
export const partNames: readonly string[] = allStages.map(({ name }) => name)

/** What was seen of one server up to the first breach. */
export interface Seen {
  readonly subject: Subject
  readonly court: FirstFinding
}

/** Resolves to the rule that the killer shows broken; to undefined where it shows none, or is not known any more. */
export async function replay(mutant: Mutant, killer: Killer): Promise<string | undefined> {
  let rule: string | undefined
  const { court } = await hear(mutant, async (runner) => {
    if ('session' in killer) {
      rule = await replaySession(killer.session, runner)
      return
    }
    const part = allStages.find(({ name }) => name === killer.part)
    if (part === undefined) return
    // Others need to know what is learnt from the first requests.
    await firstRequests.run(runner)
    await part.run(runner)
  })
  return rule ?? court.finding?.rule
}

/** The whole judge behind the preflight, up to its first finding. */
export const hearJudge = (mutant: Mutant): Promise<Seen> =>
  hear(mutant, async ({ subject, court }) => {
    await beginAsACheck(subject, court)
    await sessionsJudge().judge(subject, court)
  })

/** What is easily asked of a correct server: the first look of a check, then these requests. */
export const hearBriefly = (mutant: Mutant, requests: Session['requests']): Promise<Seen> =>
  hear(mutant, async (runner) => {
    const { subject, court } = runner
    await beginAsACheck(subject, court)
    await firstLook.run(runner)
    await runner.askApart(requests.map((request) => ({ request: expandRequest(request, subject) })))
  })

/** What is broken by the answers together the court is told. */
async function replaySession(killer: Session, runner: Runner): Promise<string | undefined> {
  for (const session of toSessions(killer, runner)) {
    for (const sent of await runner.client.play(session)) {
      const [breach] = runner.judge(sent)
      if (breach !== undefined) return breach.rule
      await runner.compare(sent)
    }
  }
  return undefined
}

function toSessions({ how, times, pieces, restMs, requests }: Session, runner: Runner): readonly Played[] {
  const once = requests.map((request) => ({ request: expandRequest(request, runner.subject) }))
  const all = Array.from({ length: times }, () => once).flat()
  const toStep = (ask: Wanted): Step => ({
    ask,
    ...(pieces !== undefined && { cut: placesEvery(pieces, runner.octetsOf(ask.request)) }),
    ...(how === 'pipelined' && { wait: false }),
  })
  const rest: readonly Step[] = restMs === undefined ? [] : [{ restMs }]
  if (how === 'together') return [atOnce(all)]
  if (how === 'apart') return all.map((ask) => [toStep(ask)])
  return [all.flatMap((ask, index) => (index === 0 ? [] : rest).concat(toStep(ask)))]
}

/** Starts a fresh server, and ends it. A service that stops answering proves nothing by itself. */
async function hear(mutant: Mutant, ask: (runner: Runner) => Promise<void>): Promise<Seen> {
  const running = await startMutant(mutant)
  try {
    const { callers, refusedTokens = [] } = toWorldFile(mutant.world)
    const { only } = mutant
    const subject: Subject = { url: running.url, callers, refusedTokens, only, seed: 1, budget: 'quick' }
    const court = new FirstFinding()
    try {
      await ask(new Runner(subject, court, Object.values(operations)))
    } catch (error) {
      // One finding is enough: whatever else was under way was told to stop.
      if (court.finding === undefined && !(error instanceof GaveUp)) throw error
    }
    return { subject, court }
  } finally {
    await running.close()
  }
}
