/** Asks a mutant what caught it the last time: some milliseconds where a trial takes a second. */
import { operations } from '@plant-store/contracts'
import type { Court, Finding } from '../court/judge.ts'
import { Runner } from '../sessions/runner.ts'
import { stageNamed } from '../sessions/stages.ts'
import type { Subject } from '../subject.ts'
import { expandRequest, type Killer, laws } from './killer.ts'
import type { Mutant } from './mutant.ts'
import { startMutant } from './start-mutant.ts'
import { toWorldFile } from './world.ts'

/** Resolves to the first finding; to undefined when the mutant does not show its fault to this killer. */
export function tryKiller(mutant: Mutant, killer: Killer): Promise<Finding | undefined> {
  return hearAlone(mutant, async (runner) => {
    if ('request' in killer) {
      await runner.askApart([{ request: expandRequest(killer.request, runner.subject) }])
      return
    }
    // Others need to know what is learnt from the first requests.
    await laws[0]?.run(runner)
    await stageNamed(killer.law).run(runner)
  })
}

/** Resolves to the first finding of what is asked of a fresh server. */
export async function hearAlone(
  { world, change, only }: Mutant,
  ask: (runner: Runner) => Promise<void>,
): Promise<Finding | undefined> {
  const running = await startMutant({ world, change })
  try {
    const { callers, refusedTokens = [] } = toWorldFile(world)
    const subject: Subject = { url: running.url, callers, refusedTokens, only, seed: 1, budget: 'quick' }
    const court = new FirstFinding()
    try {
      await ask(new Runner(subject, court, Object.values(operations)))
    } catch (error) {
      // One finding is enough: whatever else was under way was told to stop.
      if (court.finding === undefined) throw error
    }
    return court.finding
  } finally {
    await running.close()
  }
}

/** A court that wants to hear of one breach only. */
class FirstFinding implements Court {
  readonly #enough = new AbortController()
  readonly signal = this.#enough.signal
  /** A killer is asked to its end, however long it takes. */
  readonly timeUp = new AbortController().signal
  finding: Finding | undefined
  #exchanges = 0

  record: Court['record'] = (exchange) => {
    this.#exchanges += 1
    return { ...exchange, id: this.#exchanges }
  }
  kept: Court['kept'] = () => {}
  refused: Court['refused'] = () => {}
  unjudged: Court['unjudged'] = () => {}
  notReached: Court['notReached'] = () => {}
  broken: Court['broken'] = (finding) => {
    this.finding ??= finding
    this.#enough.abort()
  }
}
