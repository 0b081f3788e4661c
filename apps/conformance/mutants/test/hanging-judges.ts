/** A judge that waits until it is told to stop. */
import { once } from 'node:events'
import type { Judge } from '../../src/run/judge.ts'

/** What the runner calls. */
export function makeJudges(): Promise<readonly Judge[]> {
  const judge: Judge['judge'] = async (_subject, { signal }) => {
    await once(signal, 'abort')
  }
  return Promise.resolve([{ name: 'patience', judge }])
}
