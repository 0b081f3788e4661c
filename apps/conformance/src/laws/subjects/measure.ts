/** The first requests, one after the other: how long does an answer take that waits for no other? */
import type { Law } from '../law.ts'
import { paceFor } from '../pace.ts'
import { readable } from './access.ts'

export const measure: Law = {
  name: 'the first requests',
  rules: ['answers-every-request'],
  run: async (probe) => {
    const tokens = [undefined, ...probe.parties.slice(0, 5).map(({ token }) => token.mark)]
    let slowestMs = 1
    for (const { path } of readable(probe)) {
      for (const token of tokens) {
        const { exchange, outcome } = await probe.ask(probe.write('GET', path, { token }))
        if ('silence' in outcome) {
          return
        }
        slowestMs = Math.max(slowestMs, exchange.durationMs)
      }
    }
    probe.messenger.pace = paceFor(slowestMs)
  },
}
