/** Stages of the checker of our own contract. */
import type { Session } from '@plant-store/raw-http'
import type { Stage } from '../../src/sessions/run/run-stages.ts'
import type { Runner } from '../runner.ts'

export const stage = (name: string, run: (runner: Runner) => Promise<void>): Stage<Runner> => ({ name, run })

interface How {
  /** How many sessions at a time. */
  readonly width?: number | ((usual: number) => number)
  /** Where the given contract is checked alone, which says nothing about connections, this stage does nothing. */
  readonly isBeyondGiven?: true
}

/** A stage that plays sessions. */
export const playing = (
  name: string,
  make: (runner: Runner) => readonly Session[] | Promise<readonly Session[]>,
  { width, isBeyondGiven }: How = {},
): Stage<Runner> =>
  stage(name, async (runner) => {
    if (isBeyondGiven === true && runner.subject.only === 'given') return
    const sessions = await make(runner)
    await runner.run(sessions, typeof width === 'function' ? width(runner.width) : width)
  })
