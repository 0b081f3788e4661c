/** The judge `laws` alone: the tools have tests of their own. */
import type { Judge } from '../../src/court/judge.ts'
import { lawsJudge } from '../../src/laws/judge.ts'

/** What the runner asks for. */
export function makeJudges(): Promise<readonly Judge[]> {
  return Promise.resolve([lawsJudge()])
}
