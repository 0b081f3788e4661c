/** The results of a run, as `--json` prints them. */
import type { EngineName } from './engines/engine.ts'

export interface Results {
  readonly rows: readonly Row[]
  readonly notTried: readonly NotTried[]
}

/** One fault over one engine. Durations are in milliseconds. */
export interface Row {
  readonly fault: string
  readonly engine: EngineName
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
