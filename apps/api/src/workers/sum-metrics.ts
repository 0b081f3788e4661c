/** Combines the metrics of all workers into one page. */
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Responses } from './messages.ts'

type Snapshot = Responses['metrics']

/** Sums over workers that come and go. */
interface SummedMetrics<Worker> {
  /** Sets the latest snapshot of a worker, which counts until the next one. */
  update(worker: Worker, snapshot: Snapshot): void
  /** Keeps what an ended worker counted, up to its latest snapshot, in the sums; drops its gauges. */
  end(worker: Worker): void
  /** The page: each metric summed, or combined as its `aggregator` says. */
  page(): Promise<string>
}

/**
 * Begins with the metrics of this process, `own`. A counter never goes down: Prometheus would take that for a restart,
 * and count everything counted before again.
 */
export function sumMetrics<Worker>(own: Registry): SummedMetrics<Worker> {
  const last = new Map<Worker, Snapshot>()
  let past: Promise<Snapshot> = Promise.resolve([])
  return {
    update: (worker, snapshot) => {
      last.set(worker, snapshot)
    },
    end: (worker) => {
      const counted = (last.get(worker) ?? []).filter(({ type }) => isCounted(type))
      last.delete(worker)
      past = past.then((before) => AggregatorRegistry.aggregate([before, counted]).getMetricsAsJSON())
    },
    page: async () => {
      const mine = await own.getMetricsAsJSON()
      // Both are read at the same moment, so that no worker is among both the living and the ended.
      const [living, ended] = [[...last.values()], past]
      return AggregatorRegistry.aggregate([mine, ...living, await ended]).metrics()
    },
  }
}

/** Uses the names that prom-client really writes in JSON; its types declare others. */
function isCounted(type: unknown): boolean {
  return type === 'counter' || type === 'histogram'
}
