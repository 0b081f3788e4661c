/** What can be measured from outside, under the names that OpenTelemetry and Prometheus give it. */
import type { OnRead } from '@plant-store/store'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { GuardObserver } from './http/guard.ts'
import type { Observer } from './http/observe.ts'

/** Seconds. From a cached page to a stream of a million plants. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The measurements of one service. */
export interface Metrics extends Observer, GuardObserver {
  readonly registry: Registry
  /** A read that the database answered, for `openStore`. */
  readonly read: OnRead
}

/** A fresh registry: two services in one process never share a number. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { duration, active, reads, refusals, refusedConnections } = defineInstruments(registry)

  return {
    registry,
    began: () => active.inc(),
    ended: ({ method, route, status, outcome, durationMs, refusal }) => {
      active.dec()
      duration.labels(method, route ?? '', String(status), outcome).observe(durationMs / 1000)
      if (refusal !== undefined) {
        refusals.labels(refusal).inc()
      }
    },
    refused: ({ status }) => refusedConnections.labels(String(status)).inc(),
    dropped: () => refusedConnections.labels('dropped').inc(),
    read: (operation, outcome, durationMs) => reads.labels(operation, outcome).observe(durationMs / 1000),
  }
}

function defineInstruments(registry: Registry) {
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, from the parsed header to the end of the answer.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'outcome'],
    buckets,
    registers,
  })
  const active = new Gauge({
    name: 'http_server_active_requests',
    help: 'HTTP requests that are being answered now.',
    registers,
  })
  const reads = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of reads of the database. An answer from memory is none.',
    labelNames: ['db_operation_name', 'outcome'],
    buckets: [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, ...buckets.slice(1)],
    registers,
  })
  const refusals = new Counter({
    name: 'plant_store_token_refusals_total',
    help: 'Requests refused for their credential, by cause.',
    labelNames: ['cause'],
    registers,
  })
  const refusedConnections = new Counter({
    name: 'plant_store_connection_refusals_total',
    help: 'Connections refused before a request was complete, by the status they were given; "dropped": none.',
    labelNames: ['http_response_status_code'],
    registers,
  })
  return { duration, active, reads, refusals, refusedConnections }
}
