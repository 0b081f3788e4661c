/** Drift: after all that was asked, what was asked first is answered as it was. */
import type { Law } from '../law.ts'
import type { Sent } from '../sent.ts'
import type { Probe } from '../probe.ts'
import { compareAnswers, kindsOf } from './repetition.ts'

const askAll = (probe: Probe): Promise<readonly Sent[]> => probe.askAll(kindsOf(probe))

/** A pair of laws: the one asks at the beginning, the other at the end. */
export function createDrift(): { readonly before: Law; readonly after: Law } {
  const first: Sent[] = []
  return {
    before: {
      name: 'answers at the beginning',
      run: async (probe) => {
        first.push(...(await askAll(probe)))
      },
    },
    after: {
      name: 'answers at the end',
      run: async (probe) => {
        const last = await askAll(probe)
        for (const [index, sent] of last.entries()) {
          compareAnswers(probe, [...first.slice(index, index + 1), sent])
        }
      },
    },
  }
}
