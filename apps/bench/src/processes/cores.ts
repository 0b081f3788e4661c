/** Pins processes to cores: the server to one, the load to another, so that neither slows the other. */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import process from 'node:process'

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** Pins commands to cores if the machine can. */
export interface Cores {
  readonly pinned: boolean
  onServerCore(command: Command): Command
  onLoadCore(command: Command): Command
}

/** Uses `taskset`, which Linux has, on a machine with two cores or more; otherwise commands stay as they are. */
export function findCores(): Cores {
  const pinned =
    process.platform === 'linux' &&
    availableParallelism() > 1 &&
    spawnSync('taskset', ['--version']).status === 0
  const pinTo =
    (core: string) =>
    (command: Command): Command =>
      pinned ? ['taskset', '-c', core, ...command] : command
  return { pinned, onServerCore: pinTo('0'), onLoadCore: pinTo('1') }
}
