/**
 * Detects workers that hang: their event loop does not turn, so they accept nothing, answer nothing and do not end.
 * Each is asked for a sign of life now and then; any message from it counts as one.
 */

/** How long a worker may be silent, in milliseconds. */
export interface HangLimits {
  /** How often each worker is looked at. */
  readonly everyMs: number
  /** How long a worker that answers requests may send no message. */
  readonly silentMs: number
  /** How long a worker may take until it answers requests. */
  readonly startMs: number
}

/** Nothing that a healthy worker does takes nearly this long, even on a machine that is busy with other work. */
export const hangLimits: HangLimits = { everyMs: 1000, silentMs: 30_000, startMs: 120_000 }

/** A worker that is watched. */
export interface Watched {
  /** How many messages the worker has sent. */
  readonly heard: number
  /** Asks the worker for a message. */
  ask(question: 'alive'): unknown
}

/** What the last look at a worker saw. */
interface Seen {
  readonly heard: number
  readonly isReady: boolean
  /** For how many looks before this one both have been the same. */
  readonly looks: number
}

/** After this many looks without a message in between, no response is expected of a worker. */
const silentLooks = 2

/**
 * Counts for how many looks a worker has been silent, not for how long: while the primary process itself is suspended,
 * as on a sleeping machine, it does not look. Nor does a clock that jumps matter.
 */
export class HangWatch<Worker extends Watched> {
  readonly #limits: HangLimits
  readonly #seen = new WeakMap<Worker, Seen>()

  constructor(limits: HangLimits) {
    this.#limits = limits
  }

  /** To be called every `everyMs`. Returns true, once, if the worker hangs. */
  look(worker: Worker, isReady: boolean): boolean {
    const { heard } = worker
    const before = this.#seen.get(worker)
    // A worker that waited until the others were ready was asked nothing, and sent nothing: the count starts again.
    const looks = before?.heard === heard && before.isReady === isReady ? before.looks + 1 : 0
    this.#seen.set(worker, { heard, isReady, looks })
    // One question at a time: unread messages must not pile up. A worker that is still starting can't answer yet.
    if (isReady && looks === 0) void worker.ask('alive')
    const { everyMs, silentMs, startMs } = this.#limits
    return looks === Math.ceil((isReady ? silentMs : startMs) / everyMs)
  }

  /** Whether waiting for the worker's response is not worthwhile. */
  isSilent(worker: Worker): boolean {
    const seen = this.#seen.get(worker)
    return seen !== undefined && seen.heard === worker.heard && seen.looks >= silentLooks
  }
}
