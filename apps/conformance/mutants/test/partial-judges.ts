/** A judge whose time is up before it has sent everything. */
import type { Judge } from '../../src/court/judge.ts'
import { exchange, judge } from '../../test/court/bench.ts'

const partial = judge('partial', (court) => {
  court.record(exchange({}, { judge: 'partial' }))
  court.notReached('Half of the requests.')
})

/** What the runner calls. */
export function makeJudges(): Promise<readonly Judge[]> {
  return Promise.resolve([partial])
}
