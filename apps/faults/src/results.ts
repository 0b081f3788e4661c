/** The results of a run, as `--json` prints them and as they are recorded. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import process from 'node:process'
import type { EngineName } from './engines/engine.ts'

export interface Results {
  readonly machine: Machine
  readonly rows: readonly Row[]
  readonly notTried: readonly NotTried[]
}

/** The machine on which the figures were measured. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
}

/** One fault over one engine. Durations are in milliseconds. */
export interface Row {
  readonly fault: string
  readonly engine: EngineName
  /** The day, as 2026-11-22. */
  readonly date: string
  /** The load average of the last minute when the trial ended. */
  readonly load: number
  readonly times: number
  /** How often clients saw each outcome, from the beginning of each fault until all were well. */
  readonly saw: Readonly<Record<string, number>>
  /** From when the cause was gone until all clients were well. */
  readonly recovery: { readonly medianMs: number; readonly mostMs: number }
  readonly boundMs: number
  /** The longest wait for a right answer. */
  readonly slowestMs: number
  /** How many requests the clients sent; every answer was checked. */
  readonly requests: number
  readonly changes: { readonly acknowledged: number; readonly refused: Readonly<Record<string, number>> }
  /** How often the supervisor started the service again. */
  readonly restarts: number
  /** Broken promises, as sentences. */
  readonly broken: readonly string[]
}

/** A fault that was left out, and why. */
export interface NotTried {
  readonly fault: string
  readonly engine: EngineName
  readonly reason: string
}

/**
 * Adds new results to recorded ones: a row replaces the row of the same fault and engine. Rows of another machine are
 * dropped. `order` lists the faults by name.
 */
export function mergeResults(before: Results, now: Results, order: readonly string[]): Results {
  const known =
    JSON.stringify(before.machine) === JSON.stringify(now.machine) ? before : { rows: [], notTried: [] }
  const tried = new Set([...now.rows, ...now.notTried].map((each) => idOf(each)))
  const merge = <Kind extends Row | NotTried>(old: readonly Kind[], added: readonly Kind[]): Kind[] =>
    [...old.filter((each) => order.includes(each.fault) && !tried.has(idOf(each))), ...added].toSorted(
      (a, b) => order.indexOf(a.fault) - order.indexOf(b.fault) || b.engine.localeCompare(a.engine),
    )
  return {
    machine: now.machine,
    rows: merge(known.rows, now.rows),
    notTried: merge(known.notTried, now.notTried),
  }
}

const idOf = ({ fault, engine }: Row | NotTried): string => `${fault} ${engine}`

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
  }
}
