/** The table of requests that the contract comes with: every service answers them as it says. */
import type { SentRequest } from '../../exchange.ts'
import type { Law } from '../law.ts'
import type { Analysis } from '../oracle/analysis.ts'
import { fault } from '../oracle/fault.ts'
import { loadVectors } from '../vectors/requests.ts'

export const tableOfRequests: Law = {
  name: 'the table of requests',
  run: async (probe) => {
    const rows = await loadVectors(new URL(probe.subject.url).host, probe.secrets)
    await Promise.all(
      rows.map(({ request, isMalformed }) =>
        probe.ask(
          probe.brief(request),
          isMalformed ? { analysis: malformed(request, probe.subject.only) } : {},
        ),
      ),
    )
  },
}

/** What is due to a request that is no well-formed HTTP. The given contract is silent about it. */
export const malformed = ({ method }: SentRequest, only: 'given' | 'all'): Analysis => ({
  allowed: [],
  isHead: method === 'HEAD',
  faults: [fault('malformed-request-400', [400])],
  grounds: [],
  alsoFine: [],
  owed: only === 'given' ? 'nothing' : 'an answer',
  isOpen: only === 'given',
  numbers: {},
})
