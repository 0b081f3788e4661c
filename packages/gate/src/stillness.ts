/**
 * Notices that a process and all below it only wait: none begins or ends, none computes, and the first neither reads nor
 * writes. It needs `/proc`: on other systems than Linux nothing is ever still.
 */
import { existsSync, readdirSync } from 'node:fs'
import process from 'node:process'
import { patienceMs } from './patience.ts'
import { type Process, readIfThere, readProcess, statOf } from './processes.ts'

export const betweenLooksMs = patienceMs / 12

/**
 * What is less than this per `patienceMs` is only waiting: hundredths of a second of processor time, for timers; bytes
 * read and written, for wake-up calls between threads. A busy machine leaves more to whoever works.
 */
const least = { time: 200, bytes: 4096 }

/**
 * Call the result every `betweenLooksMs`: it returns all processes of the tree once they have been still for that long.
 * Looks are counted, because time goes by also for a machine that sleeps.
 */
export function watchTree(pid: number, forMs = patienceMs): () => readonly Process[] | undefined {
  let [seen, time, bytes, still] = ['', 0, 0, 0]
  if (!existsSync('/proc/self/stat')) return () => undefined
  return () => {
    const tree = [pid, ...below(pid)]
    const [seenNow, timeNow, bytesNow] = [tree.join(), sum(tree.map((each) => timeOf(each))), bytesOf(pid)]
    if (seenNow === seen && timeNow - time < least.time && bytesNow - bytes < least.bytes) still += 1
    else [seen, time, bytes, still] = [seenNow, timeNow, bytesNow, 0]
    return still < forMs / betweenLooksMs ? undefined : tree.map((each) => readProcess(each))
  }
}

/** The processes that this one has started and that still run. */
export const children = (): readonly Process[] => idsBelow(process.pid).map((pid) => readProcess(pid))

/** Without those that wait for another one of them, such as shells. */
export const innermost = (tree: readonly Process[]): readonly Process[] =>
  tree.filter(({ pid }) => idsBelow(pid).length === 0)

/** Ends a program, with what it has started, and `exitCode`, once all of this is still. */
export function endWhenStill(exitCode: number): void {
  // Whoever watches a part of the tree is faster.
  const look = watchTree(process.pid, 1.5 * patienceMs)
  const watch = (): void => {
    const [own, ...others] = look() ?? []
    if (own === undefined) return
    process.stderr.write(`${waitedFor(others)}\n`)
    end(others, 'SIGTERM')
    process.exit(exitCode)
  }
  setInterval(watch, betweenLooksMs).unref()
}

/** Sends the signal to those of the processes that have not ended. */
export function end(tree: readonly Process[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid } of tree) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** One sentence; the commands are cut off. */
export function waitedFor(others: readonly Process[]): string {
  const names = innermost(others).map(
    ({ pid, argv }) => `process ${pid} (${argv.join(' ').replaceAll(/\s+/g, ' ').slice(0, 100)})`,
  )
  return `Nothing happened any more while waiting for ${names.length > 0 ? names.join(', ') : 'no other process'}.`
}

const below = (pid: number): readonly number[] =>
  idsBelow(pid).flatMap((child) => [child].concat(below(child)))

function idsBelow(pid: number): readonly number[] {
  try {
    // Each thread has its own.
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (readIfThere(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? []).map(Number),
    )
  } catch {
    return []
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** Of the process, and of those below it that have ended. */
const timeOf = (pid: number): number => sum(statOf(pid).slice(11, 15).map(Number))

/** Read and written, also from and to sockets. See proc_pid_io(5). */
const bytesOf = (pid: number): number =>
  sum((readIfThere(`/proc/${pid}/io`).match(/(?<=char: )\d+/g) ?? []).map(Number))
