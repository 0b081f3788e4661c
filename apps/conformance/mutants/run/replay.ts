/** Replays a killer on a mutant, and hears what the HTTP judge makes of it: the one place that knows that judge. */
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

/** The parts of the judge, each of which works by itself. */
export const partNames: readonly string[] = allStages.map(({ name }) => name)

/** What was seen of one server up to the first breach. */
export interface Seen {
  readonly subject: Subject
  readonly court: FirstFinding
}

/** Resolves to the rule that the killer shows broken, or to undefined: for none, or where its part no longer exists. */
export async function replay(mutant: Mutant, killer: Killer): Promise<string | undefined> {
  let rule: string | undefined
  const { court } = await hear(mutant, async (runner) => {
    if ('session' in killer) {
      rule = await replaySession(killer.session, runner)
      return
    }
    const part = allStages.find(({ name }) => name === killer.part)
    if (part === undefined) return
    // Other parts need what is learnt from the first requests.
    await firstRequests.run(runner)
    await part.run(runner)
  })
  return rule ?? court.finding?.rule
}

/** Runs the preflight and then the whole judge, up to the first finding. */
export const hearJudge = (mutant: Mutant): Promise<Seen> =>
  hear(mutant, async ({ subject, court }) => {
    await beginAsACheck(subject, court)
    await sessionsJudge().judge(subject, court)
  })

/** Asks a correct server a little: the first look of a check, then these requests. */
export const hearBriefly = (mutant: Mutant, requests: Session['requests']): Promise<Seen> =>
  hear(mutant, async (runner) => {
    const { subject, court } = runner
    await beginAsACheck(subject, court)
    await firstLook.run(runner)
    await runner.askApart(requests.map((request) => ({ request: expandRequest(request, subject) })))
  })

/** Resolves to the rule that a single answer breaks. The court is told what only several answers together break. */
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

/** Starts a fresh server, and stops it. A service that stops answering proves nothing by itself. */
async function hear(mutant: Mutant, ask: (runner: Runner) => Promise<void>): Promise<Seen> {
  await using running = await startMutant(mutant)
  const { callers, refusedTokens = [] } = toWorldFile(mutant.world)
  const { only } = mutant
  const subject: Subject = { url: running.url, callers, refusedTokens, only, seed: 1, budget: 'quick' }
  const court = new FirstFinding()
  try {
    await ask(new Runner(subject, court, Object.values(operations)))
  } catch (error) {
    // One finding is enough: everything else under way was told to stop.
    if (court.finding === undefined && !(error instanceof GaveUp)) throw error
  }
  return { subject, court }
}
