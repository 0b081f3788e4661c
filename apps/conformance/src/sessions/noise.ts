/** A stage that sends octets that are not requests. */
import { runsFor } from './budget.ts'
import { noiseOf } from './random.ts'
import type { Stage } from './runner.ts'

/** Octets that are not HTTP; each piece ends as a request would. */
export const noise: Stage = {
  name: 'octets that are no HTTP',
  run: async (runner) => {
    const { budget, seed } = runner.subject
    await runner.askApart(noiseOf(runsFor(budget, 0.3), seed).map((request) => ({ request })))
  },
}
