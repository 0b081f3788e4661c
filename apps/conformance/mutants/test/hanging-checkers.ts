/** A checker that waits until it is told to stop. */
import { once } from 'node:events'
import type { Checker } from '../../src/run/checker.ts'

/** What the runner calls. */
export function makeCheckers(): Promise<readonly Checker[]> {
  const check: Checker['check'] = async (_subject, { signal }) => {
    await once(signal, 'abort')
  }
  return Promise.resolve([{ name: 'patience', check }])
}
