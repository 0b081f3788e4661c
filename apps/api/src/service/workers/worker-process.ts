/** A worker as the primary process sees it. */
import cluster, { type Worker } from 'node:cluster'
import type { Settings } from '../../settings.ts'
import type { Watched } from './hang-watch.ts'
import { type Answers, deserializeError, type Order, type Report, workerArgument } from './messages.ts'
import { wholeLines } from './whole-lines.ts'
import { describeExit, WorkerEndedError, type WorkerExit } from './worker-exit.ts'

/** One worker, from its start to its end. */
export interface WorkerProcess extends Watched {
  /** Counted from 1 on: a worker that takes another's place has a number of its own. */
  readonly id: number
  readonly pid: number
  /**
   * Resolves to the address when requests are answered. Rejects with what kept it from starting, as it was thrown there,
   * or with a `WorkerEndedError`.
   */
  readonly ready: Promise<string>
  /** Resolves when it has ended, and its last log line was passed on. */
  readonly ended: Promise<WorkerExit>
  /** Resolves to undefined where it has ended, or takes longer than 5 s. */
  ask<Question extends keyof Answers>(question: Question): Promise<Answers[Question] | undefined>
  /** Has it finish its last answers, and end. */
  drain(): void
  /** SIGKILL. */
  kill(): void
}

/**
 * So long a worker may take for an answer; one whose database takes longer is not ready. Less than Prometheus waits (10 s),
 * and more than a worker that is well goes without a turn on a busy machine.
 */
const answerMs = 5000

/** Starts this program again, as a worker. `log` gets its lines, always whole ones. */
export function startWorker(settings: Settings, log: (lines: string) => void): WorkerProcess {
  // All workers accept from one queue of the kernel: none waits in a process that may die, or is busy with others.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    args: [workerArgument],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const worker = cluster.fork()
  // How the worker ends is told by its exit, not by its pipe.
  worker.process.stdout?.on('data', wholeLines(log)).on('error', () => {})
  const ended = Promise.withResolvers<WorkerExit>()
  worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
    ended.resolve({ code, signal })
  })
  worker.on('error', () => {
    // Where there are no descriptors left for it, it never was. Otherwise it was gone when it was told something.
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
    drain: () => tell(worker, { kind: 'drain' }),
    kill: () => worker.process.kill('SIGKILL'),
  }
}

function tell(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order)
}

function listenTo(
  worker: Worker,
  ended: Promise<WorkerExit>,
  settings: Settings,
): Pick<WorkerProcess, 'ready' | 'ask'> {
  const ready = Promise.withResolvers<string>()
  const asking = new Map<number, (answer: Answers[keyof Answers]) => void>()
  let asked = 0
  worker.on('message', (report: Report) => {
    if (report.kind === 'waiting') tell(worker, { kind: 'start', worker: worker.id, settings })
    else if (report.kind === 'ready') ready.resolve(report.url)
    else if (report.kind === 'failed') ready.reject(deserializeError(report.error))
    else asking.get(report.id)?.(report.answer)
  })
  const gone = ended.then((exit) => {
    ready.reject(new WorkerEndedError(`A worker ended before it answered requests (${describeExit(exit)})`))
    return undefined
  })
  // Whoever waits for it is told; nobody need wait.
  ready.promise.catch(() => {})
  return {
    ready: ready.promise,
    ask: async <Question extends keyof Answers>(question: Question) => {
      asked += 1
      const id = asked
      const { promise, resolve } = Promise.withResolvers<Answers[keyof Answers] | undefined>()
      asking.set(id, resolve)
      tell(worker, { kind: 'ask', id, question })
      const late = setTimeout(() => resolve(undefined), answerMs)
      const answer = await Promise.race([promise, gone])
      clearTimeout(late)
      asking.delete(id)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers what it was asked
      return answer as Answers[Question] | undefined
    },
  }
}
