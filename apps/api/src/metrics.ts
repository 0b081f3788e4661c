/** What can be measured from outside, under the names that OpenTelemetry and Prometheus give it. */
import type { Catalogue } from '@plant-store/store'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { GuardObserver } from './http/guard.ts'
import type { Observer } from './http/observe.ts'

/** Seconds. From a cached page to a stream of a million plants. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The measurements of one service. */
export interface Metrics extends Observer, GuardObserver {
  readonly registry: Registry
  /** The same store, with every call timed. */
  timed(store: Catalogue): Catalogue
}

/** A fresh registry: two services in one process never share a number. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
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
  const storeDuration = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of calls to the store.',
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
  const malformed = new Counter({
    name: 'plant_store_connection_refusals_total',
    help: 'Connections refused before a request was complete, by the status they were given; "dropped": none.',
    labelNames: ['http_response_status_code'],
    registers,
  })

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
    refused: ({ status }) => malformed.labels(String(status)).inc(),
    dropped: () => malformed.labels('dropped').inc(),
    timed: (store) => timeCalls(store, storeDuration),
  }
}

type StoreHistogram = Histogram<'db_operation_name' | 'outcome'>

function timeCalls(store: Catalogue, histogram: StoreHistogram): Catalogue {
  const timed = <Arguments extends readonly unknown[], Answer>(
    operation: string,
    call: (...given: Arguments) => Promise<Answer>,
  ): ((...given: Arguments) => Promise<Answer>) => {
    const answered = histogram.labels(operation, 'answered')
    const failed = histogram.labels(operation, 'failed')
    return async (...given) => {
      const began = performance.now()
      let outcome = failed
      try {
        const answer = await call(...given)
        outcome = answered
        return answer
      } finally {
        outcome.observe((performance.now() - began) / 1000)
      }
    }
  }
  return {
    authenticate: timed('authenticate', (token) => store.authenticate(token)),
    page: timed('page', (userId, after, limit) => store.page(userId, after, limit)),
    ping: timed('ping', () => store.ping()),
  }
}
