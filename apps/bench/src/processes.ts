/** Pins processes to cores, and reads what they use in `/proc`, which only Linux has. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { childrenOf, readIfThere, statOf } from '@plant-store/gate/processes'

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** Where servers and load run: each on a core of its own, so that neither slows the other, or anywhere. */
export interface Cores {
  readonly pinned: boolean
  readonly onServerCore: (command: Command) => Command
  readonly onLoadCore: (command: Command) => Command
}

/** Pins with `taskset`, where it exists and there are two cores or more, unless this is about the whole machine. */
export function findCores(isWholeMachine: boolean): Cores {
  const pinned =
    !isWholeMachine && availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
  const pinTo =
    (core: string) =>
    (command: Command): Command =>
      pinned ? ['taskset', '-c', core, ...command] : command
  return { pinned, onServerCore: pinTo('0'), onLoadCore: pinTo('1') }
}

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100

/** Seconds of processor time that the process has used, with all its threads and its children, even ended ones. */
export function processorSeconds(pid: number): number {
  const ended = sum(statOf(pid).slice(13, 15).map(Number))
  const living = [pid, ...childrenOf(pid)].map((each) => sum(statOf(each).slice(11, 13).map(Number)))
  return (ended + sum(living)) / ticksPerSecond
}

/** What a process and its children hold after their garbage was collected. */
export interface Held {
  readonly residentBytes: number
  readonly descriptors: number
  /** Resident bytes before the collection. */
  readonly bytesWithGarbage: number
  /** Whether they rested both before and after it; otherwise the figures may belong to work under way. */
  readonly rested: boolean
}

/** V8's last resort also returns tens of megabytes that it otherwise keeps for future objects. */
const listener = `process.on('SIGUSR2', () => gc({ type: 'major', flavor: 'last-resort' }))`

/** Flags of Node for a program whose garbage `measureHeld` collects. */
export const collectable: readonly string[] = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(listener)}`,
]

/** Waits until the process and its children rest, collects their garbage, and waits again. */
export async function measureHeld(pid: number, restLooks = 5): Promise<Held> {
  const pids = [pid, ...childrenOf(pid)] as const
  const resident = (): number => sum(pids.map((each) => residentBytes(each)))
  const restedBefore = await untilRest(pids, restLooks)
  const bytesWithGarbage = resident()
  for (const each of pids) process.kill(each, 'SIGUSR2')
  const rested = (await untilRest(pids, restLooks)) && restedBefore
  return {
    residentBytes: resident(),
    descriptors: sum(pids.map((each) => readdirSync(`/proc/${each}/fd`).length)),
    bytesWithGarbage,
    rested,
  }
}

/**
 * So many looks that show no more use than each process has for its clocks, one tick, count as rest, which is awaited this
 * long. Half a tick more, since differences of seconds are not exact.
 */
const [lookMs, patienceMs, clocksSeconds] = [100, 40_000, 1.5 / ticksPerSecond]

/** Resolves to true once the process and its children rest, and to false if that takes too long. */
async function untilRest(
  [pid, ...children]: readonly [number, ...number[]],
  restLooks: number,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  const clocks = clocksSeconds * (1 + children.length)
  let still = 0
  for (let used = Number.NaN; still < restLooks && performance.now() < deadline;) {
    await setTimeout(lookMs)
    const now = processorSeconds(pid)
    // A process that waits for a core uses no time either, but does not sleep.
    still = now - used <= clocks && statOf(pid)[0] === 'S' ? still + 1 : 0
    used = now
  }
  return still >= restLooks
}

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1]) * 1024

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
