/** Connections and clients that rest for a while, before, between or within requests. */
import { setTimeout } from 'node:timers/promises'
import { malformedRequest, type Session, type Step } from '@plant-store/raw-http'
import { listPlants } from '../contract.ts'
import { fault } from '../oracle/analysis.ts'
import { timeOf } from '../../src/subject.ts'
import { sortedValues } from '../dimensions/dimensions.ts'
import type { Runner } from '../runner.ts'
import { kindsOf } from './kinds.ts'
import { late, quiet } from '../../src/sessions/of-kinds.ts'
import { stage } from './setting.ts'

/** To make the requests first would keep the clients from resting for so long: a third of a second. */
const connectingMs = 100

/**
 * Nothing is sent for a while: a service may put away what it needs for the next request, and a connected client may keep
 * it waiting for its first one. The other checkers, two of which take seconds to start, then have the service to
 * themselves, and this one makes what later stages send.
 */
export const quietServices = stage('quiet services', async (runner) => {
  const sessions = quiet({ player: runner, kinds: kindsOf(runner) })
  // By then the clients are connected, and rest.
  await Promise.all([runner.run(sessions), setTimeout(connectingMs).then(() => sortedValues(runner))])
})

/** Requests of which a part arrives late, also within content, which may never arrive. */
export function latePieces(runner: Runner): readonly Session[] {
  const { ask } = runner
  const plain = ask()
  const withContent = ['GET', 'POST'].map((method) => ask({ method, body: 'limit=1&x=1' }))
  const stay = ({ request }: typeof plain, bytes: number): Step => ({ abandon: request, bytes, by: 'stay' })
  return [
    ...late({ player: runner, kinds: [plain, ...withContent] }),
    // Content that never arrives keeps no other client from its response.
    [
      stay(ask({ method: 'POST', body: 'x'.repeat(20) }), 40),
      ...withContent.map((one) => stay(one, runner.bytesOf(one.request).length - 5)),
      { ask: plain },
      { restMs: 1300 },
      { ask: plain },
    ],
  ]
}

/** How long a service is watched; it may well have more patience. */
const watchedMs = { quick: 0, standard: 15_000, deep: 70_000 } as const

const rule = 'late-request-408'

/** A request that never ends: a service that stops waiting for the rest says so with 408. */
export const lateRequests = stage('late requests', async (runner) => {
  const { subject, client, collector, knowledge, oracle } = runner
  // No longer than there is time for.
  const timeoutMs = Math.min(watchedMs[subject.budget], Math.floor(runner.timeLeft * timeOf(subject)))
  if (timeoutMs <= 0) {
    collector.inconclusive(rule, 'A quick check does not wait until a service loses patience.')
    return
  }
  const request = malformedRequest(`GET ${listPlants.path} HTTP/1.1\r\nHost: ${knowledge.host}\r\nX-Late: `)
  await client.liveness.admit(1)
  const sent = await client.liveness.askAlone(request, timeoutMs)
  if ('noResponse' in sent.outcome && sent.outcome.noResponse === 'timeout') {
    const seconds = Math.floor(timeoutMs / 100) / 10
    collector.inconclusive(rule, `The service waited for the rest of a request for more than ${seconds} s.`)
    return
  }
  oracle.blame(request, fault(rule, [408]))
  for (const breach of runner.breachesIn(sent)) runner.findings.tell(breach, sent, [{ ask: { request } }])
})
