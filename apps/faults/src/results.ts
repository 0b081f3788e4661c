/** What a run found: what `--json` prints, and what is recorded. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import process from 'node:process'
import type { EngineName } from './engines/engine.ts'

export interface Results {
  readonly machine: Machine
  readonly rows: readonly Row[]
  readonly notTried: readonly NotTried[]
}

/** What the figures are true for. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
}

/** One fault over one engine. Times are milliseconds. */
export interface Row {
  readonly fault: string
  readonly engine: EngineName
  /** The day, as 2026-11-22. */
  readonly date: string
  /** How many processes wanted a processor, on average over the last minute, when it ended. */
  readonly load: number
  readonly times: number
  /** What clients saw, from the beginning of each fault until all were well: how often each outcome. */
  readonly saw: Readonly<Record<string, number>>
  /** From when the cause was gone until all clients were well. */
  readonly recovery: { readonly medianMs: number; readonly mostMs: number }
  readonly boundMs: number
  /** The longest wait for a right answer. */
  readonly slowestMs: number
  /** How many requests the clients sent; whatever came back was judged. */
  readonly requests: number
  readonly changes: { readonly acknowledged: number; readonly refused: Readonly<Record<string, number>> }
  /** How often the supervisor started the service again. */
  readonly restarts: number
  /** Promises that were broken, as sentences. */
  readonly broken: readonly string[]
}

/** A fault that was left out, and why. */
export interface NotTried {
  readonly fault: string
  readonly engine: EngineName
  readonly reason: string
}

/**
 * What is known when what was found now is added to what was recorded before: a row takes the place of the one of the same
 * fault and engine. Rows of another machine go. `order` are the faults by name.
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
