/** The metrics visible from outside, under the names that OpenTelemetry and Prometheus give them. */
import { contractVersion } from '@plant-store/contracts'
import type { Counts, OnRead, PlantReader } from '@plant-store/store'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { ConnectionObserver } from './server/http-server.ts'
import type { StreamObserver } from './list-plants/plant-stream.ts'
import type { RequestMetrics } from './middleware/request-log.ts'

/** Seconds: from a page in memory to a stream of a million plants. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type ConnectionMetrics = Required<Omit<ConnectionObserver, 'failed'>>

/** The measurements of one service. */
export interface Metrics extends RequestMetrics, ConnectionMetrics, StreamObserver {
  readonly registry: Registry
  /** Counts a read that the database answered; passed to `openStore`. */
  readonly read: OnRead
  droppedLogLines(lines: number): void
}

/** Uses a new registry, so that two services in one process never share a number. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectProcessMetrics(registry)
  describeBuild(registry)
  const define = definitionsIn(registry)
  const dropped = define.counter(
    'plant_store_log_lines_dropped_total',
    'Log lines that could not be written.',
  )
  return {
    registry,
    ...measureRequests(define),
    ...measureConnections(define),
    ...measureStreams(define),
    ...measureReading(define),
    droppedLogLines: (lines) => dropped.inc(lines),
  }
}

type Definitions = ReturnType<typeof definitionsIn>

function definitionsIn(registry: Registry) {
  const registers = [registry]
  return {
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, bounds: number[], ...labelNames: string[]) =>
      new Histogram({ name, help, labelNames, buckets: bounds, registers }),
  }
}

function measureRequests({ gauge, counter, histogram }: Definitions): RequestMetrics {
  const duration = histogram(
    'http_server_request_duration_seconds',
    'Duration of HTTP requests, from the parsed header to the end of the response. Status 499: the client left before it.',
    buckets,
    'http_request_method',
    'http_route',
    'http_response_status_code',
    'outcome',
  )
  const active = gauge('http_server_active_requests', 'HTTP requests that are being answered now.')
  const refusals = counter(
    'plant_store_token_refusals_total',
    'Requests refused for their credential, by cause.',
    'cause',
  )
  return {
    began: () => active.inc(),
    ended: ({ method, route, status, outcome, durationMs, refusal }) => {
      active.dec()
      duration.labels(method, route ?? '', String(status), outcome).observe(durationMs / 1000)
      if (refusal !== undefined) refusals.labels(refusal).inc()
    },
  }
}

function measureConnections({ counter }: Definitions): ConnectionMetrics {
  const refusals = counter(
    'plant_store_connection_refusals_total',
    'Connections refused before a request was complete, by the status they were given; "dropped": none.',
    'http_response_status_code',
  )
  return {
    refused: ({ status }) => refusals.labels(String(status)).inc(),
    dropped: () => refusals.labels('dropped').inc(),
  }
}

function measureStreams({ gauge, counter }: Definitions): StreamObserver {
  const streams = gauge('plant_store_streams', 'Lists longer than a page that are being sent now.')
  const refusals = counter(
    'plant_store_stream_refusals_total',
    'Lists longer than a page that were refused: too many at once, of one user or in the whole service.',
    'cause',
  )
  return {
    streamBegan: () => streams.inc(),
    streamEnded: () => streams.dec(),
    streamRefused: (cause) => refusals.labels(cause).inc(),
  }
}

function measureReading({ histogram }: Definitions): Pick<Metrics, 'read'> {
  const reads = histogram(
    'db_client_operation_duration_seconds',
    'Duration of reads of the database. A response from memory is none.',
    [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, ...buckets.slice(1)],
    'db_operation_name',
    'outcome',
  )
  return {
    read: (operation, outcome, durationMs) => reads.labels(operation, outcome).observe(durationMs / 1000),
  }
}

function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  // These are sums of other metrics, under names that Prometheus reserves for counters.
  for (const name of ['resources', 'handles', 'requests']) {
    registry.removeSingleMetric(`nodejs_active_${name}_total`)
  }
  // With several processes, the service started when the oldest did; by default this metric would be left out.
  Object.assign(registry.getSingleMetric('process_start_time_seconds') ?? {}, { aggregator: 'min' })
}

function describeBuild(registry: Registry): void {
  const labels = {
    version: packageJson.version,
    contract_version: contractVersion,
    node_version: process.version,
  }
  const build = new Gauge({
    name: 'plant_store_build_info',
    help: 'Always 1; the labels say what is running.',
    labelNames: Object.keys(labels),
    aggregator: 'first',
    registers: [registry],
  })
  build.set(labels, 1)
}

const soonDays = 7
const soonMs = soonDays * 24 * 60 * 60 * 1000

const storeGauges = [
  ['users', 'plant_store_users', 'Users in the store.'],
  ['activeTokens', 'plant_store_active_tokens', 'Tokens that are accepted.'],
  [
    'expiringTokens',
    'plant_store_expiring_tokens',
    `Tokens that are accepted now and expire within ${soonDays} days: time to rotate them.`,
  ],
] as const satisfies readonly [keyof Counts, string, string][]

/** The counts of a store that can't answer. */
const unknown: Counts = { users: Number.NaN, activeTokens: Number.NaN, expiringTokens: Number.NaN }

/** Adds gauges of what the store holds. Each time the metrics are read, the store is asked once for all gauges. */
export function measureStore(registry: Registry, store: Pick<PlantReader, 'counts'>): void {
  let counting: Promise<Counts> | undefined
  const count = async (): Promise<Counts> => {
    try {
      return await store.counts(soonMs)
    } catch {
      return unknown
    } finally {
      counting = undefined
    }
  }
  const share = (): Promise<Counts> => (counting ??= count())
  for (const [member, name, help] of storeGauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => gauge.set((await share())[member]),
    })
  }
}
