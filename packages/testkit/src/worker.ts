/** A worker process that does one job at a time for the process that started it. */
import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** A running worker. Disposing of it kills it; it is also killed when this process ends. */
export interface Worker<Job, Result> extends AsyncDisposable {
  /** Rejects when the worker ends before the job is done. */
  run(job: Job): Promise<Result>
}

/** Starts the module, with the command if there is one, whose last part must be the program that runs modules. */
export function startWorker<Job extends Serializable, Result>(
  module: URL,
  args: readonly string[] = [],
  [program, ...flags]: readonly string[] = [process.execPath],
): Worker<Job, Result> {
  const child = fork(module, args, { execPath: program, execArgv: flags })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const closed = once(child, 'close')
  const ended = closed.then(() => {
    process.off('exit', kill)
    throw new Error(`${module.pathname} ended before its job was done.`)
  })
  ended.catch(() => {})
  return {
    run: async (job) => {
      child.send(job)
      const [result] = await Promise.race([once(child, 'message') as Promise<unknown[]>, ended])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module's type says what it sends
      return result as Result
    },
    [Symbol.asyncDispose]: async () => {
      kill()
      await closed
    },
  }
}

/** The worker's side: does each job that the parent process sends, and ends with that process. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a message gets its type
export function handleJobs<Job, Result extends Serializable>(
  handle: (job: Job) => Promise<Result> | Result,
): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (job) => {
    void (async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sender's type says what it sends
      process.send?.(await handle(job as Job))
    })()
  })
}
