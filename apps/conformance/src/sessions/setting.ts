/** What a stage does for each operation of the contract. */
import type { Setting } from './draft.ts'
import type { Runner, Stage } from './runner.ts'

const settings = (runner: Runner): readonly Setting[] =>
  runner.knowledge.operations.map((operation) => ({ runner, operation }))

export const forEachSetting =
  (work: (place: Setting) => Promise<unknown>): Stage['run'] =>
  async (runner) => {
    for (const place of settings(runner)) await work(place)
  }
