/** The load generator: autocannon, in a process of its own. */
import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { LoadJob, LoadResult } from './load.ts'
import { answerQuestions } from './worker.ts'

answerQuestions<LoadJob, LoadResult>(async ({ url, connections, seconds, requests, status }) => {
  const shares = dealOut(requests, connections)
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  const shooting = autocannon(
    {
      url,
      connections,
      duration: seconds,
      // It looks at its clock so often.
      sampleInt: 10,
      setupClient: (client) => {
        client.setRequests(shares.pop() ?? [])
      },
    },
    (_error, result) => {
      resolve(result)
    },
  )
  const latencyUs = createHistogram()
  let others = 0
  shooting.on('response', (_client, answered, _bytes, latencyMs) => {
    latencyUs.record(Math.max(1, Math.round(latencyMs * 1000)))
    if (answered !== status) others += 1
  })
  const { errors } = await promise
  const elapsed = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    requests: latencyUs.count,
    seconds: elapsed,
    failures: errors + others,
    p50Ms: latencyUs.percentile(50) / 1000,
    p99Ms: latencyUs.percentile(99) / 1000,
    busy: (user + system) / 1e6 / elapsed,
  }
})

/** Gives each connection its share of the requests, to send round and round; none goes without. */
function dealOut(requests: LoadJob['requests'], connections: number): autocannon.Request[][] {
  return Array.from({ length: connections }, (_, connection) => {
    const share = requests.filter((_request, index) => index % connections === connection)
    const [first] = requests
    return (share.length > 0 || first === undefined ? share : [first]).map(({ path, token }) => ({
      path,
      headers: { authorization: `Bearer ${token}` },
    }))
  })
}
