/** As much load as a server can take, by autocannon: each connection sends one request after another. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { LoadJob, LoadRequest, LoadResult } from './load-generator.ts'

/** Counts, and every latency in microseconds. */
export type Sent = Pick<LoadResult, 'requests' | 'unanswered' | 'seconds' | 'failures'> & {
  readonly latencyUs: RecordableHistogram
}

export async function saturate({ url, connections, seconds, requests }: LoadJob): Promise<Sent> {
  let others = 0
  const shares = dealOut(requests, connections).map((share) =>
    share.map(({ path, headers, status }) => ({
      path,
      headers: { ...headers },
      onResponse: (answered: number) => {
        if (answered !== status) others += 1
      },
    })),
  )
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  let began = performance.now()
  const running = autocannon(
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
  // All requests have been written out by then, and the first are sent.
  running.once('start', () => {
    began = performance.now()
  })
  const latencyUs = createHistogram()
  running.on('response', (_client, _status, _bytes, latencyMs) => {
    record(latencyUs, latencyMs)
  })
  const { errors } = await promise
  return {
    requests: latencyUs.count,
    unanswered: 0,
    seconds: (performance.now() - began) / 1000,
    failures: errors + others,
    latencyUs,
  }
}

/** Histograms hold whole numbers from 1. */
export function record(latencyUs: RecordableHistogram, latencyMs: number): void {
  latencyUs.record(Math.max(1, Math.round(latencyMs * 1000)))
}

/** Gives each connection its share of the requests; none goes without. */
function dealOut(requests: readonly LoadRequest[], connections: number): LoadRequest[][] {
  return Array.from({ length: connections }, (_, connection) => {
    const share = requests.filter((_request, index) => index % connections === connection)
    return share.length > 0 ? share : requests.slice(0, 1)
  })
}
