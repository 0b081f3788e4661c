/** The measurements of all workers as one page. */
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Answers } from './messages.ts'

type Snapshot = Answers['metrics']

/** Sums over workers that come and go. */
interface SummedMetrics<Worker> {
  /** The last that a worker said, which counts until it says more. */
  update(worker: Worker, snapshot: Snapshot): void
  /** What an ended worker counted stays in the sums, as far as it was seen; its gauges go. */
  end(worker: Worker): void
  /** The page: each metric summed, or put together as its `aggregator` says. */
  page(): Promise<string>
}

/**
 * Begins with what this process measures itself, `own`. A counter never goes down: to Prometheus that would be a new
 * beginning, and all that was counted before would be counted again.
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
      // At one moment: no worker is among the living and the ended.
      const [living, ended] = [[...last.values()], past]
      return AggregatorRegistry.aggregate([mine, ...living, await ended]).metrics()
    },
  }
}

/** As prom-client says it in JSON, which its types say otherwise. */
function isCounted(type: unknown): boolean {
  return type === 'counter' || type === 'histogram'
}
