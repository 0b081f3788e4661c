/** Stages that work through the operations of the contract, and what they make requests with. */
import type { Session, Wanted, WriteRequest } from '@plant-store/raw-http'
import type { Setting } from '../dimensions/draft.ts'
import type { Stage } from '../../sessions/run/run-stages.ts'
import type { Runner } from '../runner.ts'

/** A stage that does its work for each operation of the contract, one after the other. */
export const forEachSetting = (name: string, work: (place: Setting) => Promise<unknown>): Stage<Runner> => ({
  name,
  run: async (runner) => {
    for (const operation of runner.knowledge.operations) await work({ runner, operation })
  },
})

type Make = (place: Setting) => readonly Session[] | Promise<readonly Session[]>

interface How {
  /** How many sessions at a time. */
  readonly width?: number | ((usual: number) => number)
  /** Where the given contract is checked alone, which says nothing about connections, this stage does nothing. */
  readonly isBeyondGiven?: true
}

/** A stage that plays the sessions made for each operation. */
export const playing = (name: string, make: Make, { width, isBeyondGiven }: How = {}): Stage<Runner> =>
  forEachSetting(name, async (place) => {
    const { runner } = place
    if (isBeyondGiven === true && runner.subject.only === 'given') return
    const sessions = await make(place)
    await runner.run(sessions, typeof width === 'function' ? width(runner.width) : width)
  })

/** What most requests are made with: by default they are GETs of the first caller for what the path has. */
export interface Kit {
  readonly path: string
  /** Of the callers, in order. */
  readonly tokens: readonly string[]
  /** The path with a number for each integer parameter: one target for each. */
  readonly parts: (number: number | string) => readonly string[]
  readonly ask: (options?: AskOptions) => Wanted
}

type AskOptions = NonNullable<Parameters<WriteRequest>[2]> & {
  readonly target?: string
  readonly method?: string
}

export function kitOf({ runner, operation }: Setting): Kit {
  const { path } = operation
  const tokens = runner.callers.map(({ mark }) => mark)
  return {
    path,
    tokens,
    parts: (number) => operation.integers.map(({ name }) => `${path}?${name}=${number}`),
    ask: ({ target = path, method = 'GET', ...more } = {}) =>
      runner.brief({ request: runner.write(method, target, { token: tokens[0], ...more }) }),
  }
}
