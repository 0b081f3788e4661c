/** Describes the machine for which the figures are true. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import process from 'node:process'

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
  /** Whether servers and load each ran on a core of their own. */
  readonly pinned: boolean
}

export function describeMachine(pinned: boolean): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    pinned,
  }
}
