/** Sends as much load as a server can take, with autocannon: each connection sends one request after another. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { LoadJob, LoadRequest, LoadResult } from './generator.ts'

/** Counts, and every latency in microseconds. */
export type Sent = Omit<LoadResult, 'latency'> & {
  readonly latencyUs: RecordableHistogram
}

/** No server answers more in a second, so no more requests need to be prepared. */
const fastest = 40_000

export async function saturate({ url, connections, seconds, requests }: LoadJob): Promise<Sent> {
  let others = 0
  const enough = connections + Math.ceil(seconds * fastest)
  const shares = dealOut(requests.slice(0, enough), connections).map((share) =>
    share.map(({ path, headers, status }) => ({
      path,
      headers: { ...headers },
      onResponse: (answered: number) => {
        if (answered !== status) others += 1
      },
    })),
  )
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  let [began, cpu] = [performance.now(), process.cpuUsage()]
  const running = autocannon(
    {
      url,
      connections,
      duration: seconds,
      // How often autocannon checks its clock.
      sampleInt: 10,
      setupClient: (client) => {
        client.setRequests(shares.pop() ?? [])
      },
    },
    (_error, result) => {
      resolve(result)
    },
  )
  // By this event all requests are prepared.
  running.once('start', () => {
    ;[began, cpu] = [performance.now(), process.cpuUsage()]
  })
  const latencyUs = createHistogram()
  const responses = new Map<autocannon.Client, number>()
  running.on('response', (client, _status, _bytes, latencyMs) => {
    const before = responses.get(client) ?? 0
    // The first request of a connection waits until the connection is open and all requests are prepared.
    if (before > 0) record(latencyUs, latencyMs)
    responses.set(client, before + 1)
  })
  const { errors } = await promise
  const elapsed = (performance.now() - began) / 1000
  return {
    requests: latencyUs.count + responses.size,
    // Each connection has one more request under way than it has responses.
    reached: (Math.max(0, ...responses.values()) + 1) * connections,
    unanswered: 0,
    seconds: elapsed,
    failures: errors + others,
    busy: busyShare(cpu, elapsed),
    latencyUs,
  }
}

/** The share of a core that this process used in these seconds. */
export function busyShare(since: NodeJS.CpuUsage, seconds: number): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6 / seconds
}

/** Histograms hold whole numbers from 1. */
export function record(latencyUs: RecordableHistogram, latencyMs: number): void {
  latencyUs.record(Math.max(1, Math.round(latencyMs * 1000)))
}

/** Gives each connection its share of the requests, at least one. */
function dealOut(requests: readonly LoadRequest[], connections: number): LoadRequest[][] {
  return Array.from({ length: connections }, (_, connection) => {
    const share = requests.filter((_request, index) => index % connections === connection)
    return share.length > 0 ? share : requests.slice(0, 1)
  })
}
