/** Several processes that answer requests. The primary process keeps their number constant, and answers none itself. */
import { setTimeout as delay } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Settings } from '../settings.ts'
import { workerEndMs } from '../http/ending.ts'
import type { PublicListener, Resources } from '../http/public-listener.ts'
import { hangLimits, HangWatch } from './hang-watch.ts'
import { Restarts } from './restarts.ts'
import { sumMetrics } from './sum-metrics.ts'
import { describeExit, WorkerEndedError, type WorkerExit } from './messages.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

/**
 * Resolves when all workers answer requests, or to undefined if `ended` resolves first. Rejects with the first error
 * that kept a worker from starting. In the last two cases no worker is left.
 */
export async function startWorkers(
  settings: Settings,
  resources: Resources,
  ended: Promise<void>,
): Promise<PublicListener | undefined> {
  const pool = new WorkerPool(settings, resources)
  const url = await pool.start(ended)
  if (url === undefined) return undefined
  return {
    url,
    readiness: () => pool.readiness(),
    metrics: () => pool.metrics(),
    failed: pool.failed,
    drain: () => pool.drain(),
    stop: () => pool.stop(),
  }
}

class WorkerPool {
  readonly failed: Promise<never>
  readonly #fail: (reason: Error) => void
  readonly #settings: Settings
  readonly #log: Resources['log']
  readonly #sums
  readonly #exits: Counter
  /** All workers whose processes exist. */
  readonly #all = new Set<WorkerProcess>()
  /** Those that answer requests, and since when. */
  readonly #ready = new Map<WorkerProcess, number>()
  readonly #restarts = new Restarts()
  readonly #hangs: HangWatch<WorkerProcess>
  /** Those that were killed because they hung. */
  readonly #hung = new WeakSet<WorkerProcess>()
  readonly #ending = new AbortController()

  constructor(settings: Settings, { log, metrics: { registry } }: Resources) {
    this.#settings = settings
    this.#log = log
    this.#sums = sumMetrics<WorkerProcess>(registry)
    this.#exits = countWorkers(registry, () => this.#answering().length)
    this.#hangs = new HangWatch(hangLimits)
    const looking = setInterval(() => this.#look(), hangLimits.everyMs)
    this.#ending.signal.addEventListener('abort', () => clearInterval(looking))
    const { promise, reject } = Promise.withResolvers<never>()
    this.failed = promise
    this.#fail = reject
    // Callers that await this promise get the error.
    promise.catch(() => {})
  }

  async start(ended: Promise<void>): Promise<string | undefined> {
    const workers = Array.from({ length: this.#settings.workers }, () => this.#launch())
    try {
      const [url] = await Promise.race([
        Promise.all(workers.map(({ ready }) => ready)),
        ended.then((): readonly string[] => []),
      ])
      if (url === undefined) await this.stop()
      else for (const worker of workers) this.#keep(worker)
      return url
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Ready as long as one worker is; load balancers need not know which are not. */
  async readiness(): ReturnType<PublicListener['readiness']> {
    const wanted = this.#settings.workers
    if (this.#ending.signal.aborted) return { reason: 'draining', workers: { ready: 0, wanted } }
    const said = await Promise.all(this.#answering().map((worker) => worker.ask('readiness')))
    const responses = said.filter((each) => each !== undefined)
    const ready = responses.filter(({ reason }) => reason === undefined).length
    const [first = { reason: 'no worker answers' }] = responses
    return { ...(ready === 0 && first), workers: { ready, wanted } }
  }

  /** The metrics page of all workers. A worker that does not answer in time counts as it did the last time. */
  async metrics(): Promise<string> {
    await Promise.all(
      this.#answering().map(async (worker) => {
        const snapshot = await worker.ask('metrics')
        if (snapshot !== undefined && this.#ready.has(worker)) this.#sums.update(worker, snapshot)
      }),
    )
    return this.#sums.page()
  }

  async drain(): Promise<void> {
    this.#ending.abort()
    for (const worker of this.#all) {
      if (this.#ready.has(worker)) worker.drain()
      else worker.kill()
    }
    const late = setTimeout(() => this.#killLate(), workerEndMs(this.#settings))
    await this.#allEnded()
    clearTimeout(late)
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const worker of this.#all) worker.kill()
    await this.#allEnded()
  }

  #killLate(): void {
    for (const worker of this.#all) {
      this.#log.error({ worker: worker.id, pid: worker.pid }, 'worker did not end in time, and is killed')
      worker.kill()
    }
  }

  async #allEnded(): Promise<void> {
    await Promise.all([...this.#all].map(({ ended }) => ended))
  }

  /** Those that answer requests and are not silent: nothing waits for the response of a worker that hangs. */
  #answering(): readonly WorkerProcess[] {
    return [...this.#ready.keys()].filter((worker) => !this.#hangs.isSilent(worker))
  }

  /** Kills workers that hang; they are then replaced like any worker that dies. */
  #look(): void {
    for (const worker of this.#all) {
      if (!this.#hangs.look(worker, this.#ready.has(worker))) continue
      this.#hung.add(worker)
      this.#log.error({ worker: worker.id, pid: worker.pid }, 'worker hangs, and is killed')
      worker.kill()
    }
  }

  #launch(): WorkerProcess {
    const worker = startWorker(this.#settings, (lines) => this.#log.passOn(lines))
    this.#all.add(worker)
    void worker.ended.then(() => this.#all.delete(worker))
    return worker
  }

  /** From here on the worker counts as ready, and another takes its place when it ends. */
  #keep(worker: WorkerProcess): void {
    const since = performance.now()
    this.#ready.set(worker, since)
    this.#log.info({ worker: worker.id, pid: worker.pid }, 'worker ready')
    void this.#watch(worker, since)
  }

  async #watch(worker: WorkerProcess, since: number): Promise<void> {
    const exit = await worker.ended
    this.#ready.delete(worker)
    this.#sums.end(worker)
    if (this.#ending.signal.aborted) return
    this.#logEnd(worker, exit)
    this.#restarts.ended(performance.now() - since)
    const reason = `Workers end as soon as they answer requests, the last by ${describeExit(exit)}`
    await this.#replace(new WorkerEndedError(reason))
  }

  /** Starts workers until one answers requests, or it is hopeless. */
  async #replace(reason: Error): Promise<void> {
    for (let last = reason; ;) {
      if (this.#ready.size === 0 && this.#restarts.isHopeless) {
        this.#fail(last)
        return
      }
      await delay(this.#restarts.delayMs, undefined, this.#ending).catch(() => {})
      if (this.#ending.signal.aborted) return
      const worker = this.#launch()
      try {
        await worker.ready
        this.#keep(worker)
        return
      } catch (error) {
        last = error instanceof Error ? error : new Error(String(error))
      }
      const exit = await worker.ended
      if (this.#ending.signal.aborted) return
      this.#logEnd(worker, exit, last)
      this.#restarts.ended(0)
    }
  }

  #logEnd(worker: WorkerProcess, exit: WorkerExit, reason?: Error): void {
    this.#exits.labels(this.#hung.has(worker) ? 'hung' : describeExit(exit)).inc()
    this.#log.error(
      { worker: worker.id, pid: worker.pid, ...exit, reason: reason?.message },
      'worker ended; another takes its place',
    )
  }
}

function countWorkers(registry: Registry, ready: () => number): Counter {
  const registers = [registry]
  const workers: Gauge = new Gauge({
    name: 'plant_store_workers',
    help: 'Workers that answer requests.',
    registers,
    collect: () => workers.set(ready()),
  })
  return new Counter({
    name: 'plant_store_worker_exits_total',
    help: 'Workers that ended without being told to, by signal or exit code, or hung and were killed.',
    labelNames: ['cause'],
    registers,
  })
}
