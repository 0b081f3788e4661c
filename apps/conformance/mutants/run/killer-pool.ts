/** Processes that try on mutants what caught them the last time. */
import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Killer } from './killers.ts'
import { closePool, openPool, runIn } from './pool.ts'

/** Most of the time is spent waiting for answers that don't come. */
const tasksPerProcess = 4

const betweenLooksMs = 100

/** How a mutant was caught. */
export type Caught = 'by its killer' | 'by the whole judge' | undefined

/** The caller disposes of it; then its processes have ended. */
interface KillerPool extends AsyncDisposable {
  /** A mutant not caught beside others is tried again alone. Rejects on faults of the harness, or if a process ends. */
  readonly ask: (mutant: string) => Promise<Caught>
  /** Resolves to the finding in words, or to undefined where there is none. */
  readonly askCorrect: (mutant: string) => Promise<string | undefined>
  /** Resolves to undefined where nothing short of the whole judge catches it. */
  readonly learn: (mutant: string, known: Killer | undefined) => Promise<Killer | undefined>
}

/**
 * Each process is a pool of its own. Where all tasks are queued before a process is ready, tinypool 2.2.0 hands it the
 * next only when it has finished one, and so one at a time. Here no task is queued in tinypool.
 */
export function openKillerPool(): KillerPool {
  const processes = Array.from({ length: availableParallelism() }, () => openProcess())
  const limit = pLimit(processes.length * tasksPerProcess)
  const run = <Result>(name: string, task: unknown): Promise<Result> =>
    limit(() => {
      const [idlest] = processes.toSorted((one, other) => one.tasks() - other.tasks())
      if (idlest === undefined) throw new Error('There is no process.')
      return idlest.run<Result>(name, task)
    })
  // Some faults show only where requests come at the same time, which they may not do in a process with other tasks.
  const alone = pLimit(1)
  return {
    ask: async (mutant) =>
      (await run<Caught>('ask', mutant)) ??
      (await alone(async () => {
        while (limit.activeCount > 0) await setTimeout(betweenLooksMs)
        return run('ask', mutant)
      })),
    askCorrect: (mutant) => run('askCorrect', mutant),
    learn: (mutant, known) => run('learn', { mutant, known }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(processes.map(({ close }) => close()))
    },
  }
}

interface KillerProcess {
  /** How many tasks it has now. */
  readonly tasks: () => number
  readonly run: <Result>(name: string, task: unknown) => Promise<Result>
  readonly close: () => Promise<void>
}

function openProcess(): KillerProcess {
  const pool = openPool(new URL('killer-worker.ts', import.meta.url).href, 1, tasksPerProcess)
  let ready: Promise<void> | undefined
  let tasks = 0
  return {
    tasks: () => tasks,
    run: async (name, task) => {
      tasks += 1
      try {
        await (ready ??= runIn(pool, 'start'))
        return await runIn(pool, name, task)
      } finally {
        tasks -= 1
      }
    },
    close: () => closePool(pool),
  }
}
