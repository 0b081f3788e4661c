/** Requests that never end: a service that stops waiting for the rest says so with 408. */
import { malformedRequest } from '@plant-store/raw-http'
import { fault } from '../oracle/analysis.ts'
import type { Stage } from './runner.ts'

/** How long a service is watched; it may well have more patience. */
const watchedMs = { quick: 0, standard: 15_000, deep: 70_000 } as const

const rule = 'late-request-408'

export const lateRequests: Stage = {
  name: 'late requests',
  run: async (runner) => {
    const { subject, client, court, knowledge, oracle } = runner
    const timeoutMs = watchedMs[subject.budget]
    const [operation] = knowledge.operations
    if (timeoutMs === 0 || operation === undefined) {
      court.unjudged(rule, 'A quick check does not wait until a service loses patience.')
      return
    }
    const host = new URL(subject.url).host
    const request = malformedRequest(`GET ${operation.path} HTTP/1.1\r\nHost: ${host}\r\nX-Late: `)
    const sent = await client.waitFor(request, timeoutMs)
    if ('noResponse' in sent.outcome && sent.outcome.noResponse === 'timeout') {
      court.unjudged(
        rule,
        `The service waited for the rest of a request for more than ${timeoutMs / 1000} s.`,
      )
      return
    }
    const analysis = { ...oracle.analyse(request), faults: [fault(rule, [408])] }
    for (const breach of runner.judge(sent, analysis)) {
      runner.findings.tell(breach, sent, [{ ask: { request } }])
    }
  },
}
