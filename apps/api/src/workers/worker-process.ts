/** A worker as the primary process sees it. */
import cluster, { type Worker } from 'node:cluster'
import type { Settings } from '../settings.ts'
import type { Watched } from './hang-watch.ts'
import {
  type Responses,
  describeExit,
  deserializeError,
  type Order,
  type Report,
  workerArgument,
  WorkerEndedError,
  type WorkerExit,
} from './messages.ts'

/** One worker, from its start to its end. */
export interface WorkerProcess extends Watched {
  /** Counted from 1: a worker that replaces another has a number of its own. */
  readonly id: number
  readonly pid: number
  /**
   * Resolves to the address once the worker answers requests. Rejects with the error that kept it from starting, as it
   * was thrown there, or with a `WorkerEndedError`.
   */
  readonly ready: Promise<string>
  /** Resolves when the worker has ended and its last log line has been passed on. */
  readonly ended: Promise<WorkerExit>
  /** Resolves to undefined if the worker has ended, or takes longer than 5 s. */
  ask<Question extends keyof Responses>(question: Question): Promise<Responses[Question] | undefined>
  /** Tells the worker to finish its last responses and end. */
  drain(): void
  /** SIGKILL. */
  kill(): void
}

/**
 * How long a worker may take to answer; one whose database takes longer is not ready. Less than Prometheus waits
 * (10 s), and more than a healthy worker goes without a turn on a busy machine.
 */
const answerMs = 5000

/** Starts this program again, as a worker. `log` gets its log lines, always whole ones. */
export function startWorker(settings: Settings, log: (lines: string) => void): WorkerProcess {
  // All workers accept from one kernel queue: no connection waits in a process that may die, or is busy with others.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    args: [workerArgument],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const worker = cluster.fork()
  // The worker's exit says how it ended, not an error of its pipe.
  worker.process.stdout?.on('data', wholeLines(log)).on('error', () => {})
  const ended = Promise.withResolvers<WorkerExit>()
  worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
    ended.resolve({ code, signal })
  })
  worker.on('error', () => {
    // Without a pid, no file descriptors were left and it never started. Otherwise it was gone when a message was sent.
    if (worker.process.pid === undefined) ended.resolve({ code: null, signal: null })
  })
  let heard = 0
  worker.on('message', () => {
    heard += 1
  })
  const { ready, ask } = listenTo(worker, ended.promise, settings)
  return {
    id: worker.id,
    pid: worker.process.pid ?? 0,
    ready,
    ended: ended.promise,
    get heard() {
      return heard
    },
    ask,
    drain: () => send(worker, { kind: 'drain' }),
    kill: () => worker.process.kill('SIGKILL'),
  }
}

function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order)
}

function listenTo(
  worker: Worker,
  ended: Promise<WorkerExit>,
  settings: Settings,
): Pick<WorkerProcess, 'ready' | 'ask'> {
  const ready = Promise.withResolvers<string>()
  const asking = new Map<number, (response: Responses[keyof Responses]) => void>()
  let asked = 0
  worker.on('message', (report: Report) => {
    if (report.kind === 'waiting') send(worker, { kind: 'start', worker: worker.id, settings })
    else if (report.kind === 'ready') ready.resolve(report.url)
    else if (report.kind === 'failed') ready.reject(deserializeError(report.error))
    else asking.get(report.id)?.(report.response)
  })
  const gone = ended.then((exit) => {
    ready.reject(new WorkerEndedError(`A worker ended before it answered requests (${describeExit(exit)})`))
    return undefined
  })
  // Callers that await this promise get the error; nobody has to await it.
  ready.promise.catch(() => {})
  return {
    ready: ready.promise,
    ask: async <Question extends keyof Responses>(question: Question) => {
      asked += 1
      const id = asked
      const { promise, resolve } = Promise.withResolvers<Responses[keyof Responses] | undefined>()
      asking.set(id, resolve)
      send(worker, { kind: 'ask', id, question })
      const late = setTimeout(() => resolve(undefined), answerMs)
      const response = await Promise.race([promise, gone])
      clearTimeout(late)
      asking.delete(id)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers what it was asked
      return response as Responses[Question] | undefined
    },
  }
}

const newline = 0x0a

/**
 * Passes on every piece up to its last newline, and keeps the rest for the next piece. A partial line left at the end,
 * by a writer that was killed, is dropped.
 */
export function wholeLines(handOn: (lines: string) => void): (piece: Buffer) => void {
  let rest: Buffer[] = []
  return (piece) => {
    const end = piece.lastIndexOf(newline) + 1
    if (end > 0) {
      handOn(Buffer.concat([...rest, piece.subarray(0, end)]).toString())
      rest = []
    }
    if (end < piece.length) rest.push(piece.subarray(end))
  }
}
