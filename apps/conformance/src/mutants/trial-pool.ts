/** Processes that try mutants, several at a time. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Trial, TrialResult } from './trial.ts'

const workerFile = fileURLToPath(new URL('trial-worker.ts', import.meta.url))

/** How long a process may take to end its tools when it is told to stop. */
const graceMs = 3000

export interface PoolOptions {
  readonly jobs: number
  /** Aborted: nothing new is begun, and what runs is stopped. */
  readonly signal: AbortSignal
  readonly onResult: (result: TrialResult) => void
}

/** Resolves when all trials are done, or were given up. Rejects with the first fault of ours. No process is left. */
export async function tryAll(trials: readonly Trial[], options: PoolOptions): Promise<void> {
  const waiting = [...trials]
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const lanes = Array.from({ length: Math.min(options.jobs, trials.length) }, () =>
    runLane(waiting, { ...options, signal }).catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const ends = await Promise.allSettled(lanes)
  const end = ends.find((one) => one.status === 'rejected')
  if (end !== undefined) {
    throw end.reason
  }
}

/** One process, one trial after the other. */
async function runLane(waiting: Trial[], { signal, onResult }: PoolOptions): Promise<void> {
  const child = fork(workerFile, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  const killLeftover = (): void => void child.kill('SIGKILL')
  process.once('exit', killLeftover)
  const gone = once(child, 'exit')
  try {
    for (let trial = waiting.shift(); trial !== undefined && !signal.aborted; trial = waiting.shift()) {
      const result = await perform(child, trial, signal)
      if (result !== undefined) {
        onResult(result)
      }
    }
  } finally {
    await dismiss(child, gone)
    process.off('exit', killLeftover)
  }
}

/** Resolves to undefined when it was given up. */
async function perform(
  child: ChildProcess,
  trial: Trial,
  signal: AbortSignal,
): Promise<TrialResult | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<TrialResult | undefined>()
  const giveUp = (): void => resolve(undefined)
  const answer = (result: TrialResult | { error: string }): void =>
    'error' in result
      ? reject(new Error(`${trial.mutant} could not be tried: ${result.error}`))
      : resolve(result)
  const fail = (): void => reject(new Error(`The process that tried ${trial.mutant} ended.`))
  child.once('message', answer)
  child.once('exit', fail)
  signal.addEventListener('abort', giveUp)
  child.send(trial)
  try {
    return await promise
  } finally {
    child.off('message', answer)
    child.off('exit', fail)
    signal.removeEventListener('abort', giveUp)
  }
}

async function dismiss(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  if (child.connected) {
    child.disconnect()
  }
  const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(late)
}
