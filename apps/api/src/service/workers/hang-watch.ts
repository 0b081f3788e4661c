/**
 * Notices workers that hang: their event loop does not turn, so that they accept nothing, answer nothing and do not end.
 * Each is asked for a sign of life now and then; whatever comes from it is one.
 */

/** How long a worker may be silent, in milliseconds. */
export interface HangLimits {
  /** So often each is looked at. */
  readonly everyMs: number
  /** So long one that answers requests may say nothing. */
  readonly silentMs: number
  /** So long one may take until it answers requests. */
  readonly startMs: number
}

/** Nothing that a worker does takes nearly as long, but what hangs; a machine that is busy with other work is no reason. */
export const defaultLimits: HangLimits = { everyMs: 1000, silentMs: 30_000, startMs: 120_000 }

/** What is watched. */
export interface Watched {
  /** How many messages have come from it. */
  readonly heard: number
  /** Asks for one. */
  ask(question: 'alive'): unknown
}

/** What the last look at a worker saw. */
interface Seen {
  readonly heard: number
  readonly isReady: boolean
  /** For so many looks before it, both have been the same. */
  readonly looks: number
}

/** From so many looks on, without a word between them, nothing is expected of a worker. */
const silentLooks = 2

/**
 * Counts for how many looks a worker has been silent, not for how long: a primary process that stood still itself, as on a
 * machine that slept, has not looked, and no clock that jumps is asked.
 */
export class HangWatch<Worker extends Watched> {
  readonly #limits: HangLimits
  readonly #seen = new WeakMap<Worker, Seen>()

  constructor(limits: HangLimits) {
    this.#limits = limits
  }

  /** To be called every `everyMs`. Says, once, that the worker hangs. */
  look(worker: Worker, isReady: boolean): boolean {
    const { heard } = worker
    const before = this.#seen.get(worker)
    // A worker that waited until the others were ready was asked for nothing, and said nothing.
    const looks = before?.heard === heard && before.isReady === isReady ? before.looks + 1 : 0
    this.#seen.set(worker, { heard, isReady, looks })
    // One question at a time: what nobody reads must not pile up. One that starts has nobody yet who would answer.
    if (isReady && looks === 0) void worker.ask('alive')
    const { everyMs, silentMs, startMs } = this.#limits
    return looks === Math.ceil((isReady ? silentMs : startMs) / everyMs)
  }

  /** Whether it is not worth while to wait for an answer of it. */
  isSilent(worker: Worker): boolean {
    const seen = this.#seen.get(worker)
    return seen !== undefined && seen.heard === worker.heard && seen.looks >= silentLooks
  }
}
