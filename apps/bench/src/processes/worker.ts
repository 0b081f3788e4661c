/** A worker process that does one job at a time for the process that started it. */
import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { BenchError } from '../bench-error.ts'
import type { Command } from './cores.ts'
import { childEnvironment, killOnExit } from './start-program.ts'

/** A running worker. Disposing of it kills it. */
export interface Worker<Job, Result> extends AsyncDisposable {
  /** Rejects with a `BenchError` when the worker ends before the job is done. */
  run(job: Job): Promise<Result>
}

/** Starts the module with the command, whose last part must be the program that runs modules. */
export function startWorker<Job extends Serializable, Result>(
  [program, ...args]: Command,
  module: URL,
): Worker<Job, Result> {
  const child = fork(module, { execPath: program, execArgv: args, env: childEnvironment() })
  const ended = once(child, 'close').then(() => {
    throw new BenchError(`${module.pathname} ended before its job was done.`)
  })
  ended.catch(() => {})
  return {
    run: async (job) => {
      child.send(job)
      const [result] = await Promise.race([once(child, 'message') as Promise<unknown[]>, ended])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module's type says what it sends
      return result as Result
    },
    [Symbol.asyncDispose]: killOnExit(child),
  }
}

/** The worker's side: does each job that the parent process sends. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a message gets its type
export function handleJobs<Job, Result extends Serializable>(
  handle: (job: Job) => Promise<Result> | Result,
): void {
  process.on('message', (job) => {
    void (async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sender's type says what it sends
      process.send?.(await handle(job as Job))
    })()
  })
}
