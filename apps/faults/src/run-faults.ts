/** Tries faults one after another. */
import { type EngineName, engineNames, engineTitles } from './engines/engine.ts'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import { FaultError } from './fault-error.ts'
import type { Fault } from './faults/fault.ts'
import { type Row, type Trial, tryFault } from './try-fault.ts'

/** What was found, as `--json` prints it. */
export interface Results {
  readonly rows: readonly Row[]
  readonly notTried: readonly NotTried[]
}

/** A fault that was left out, and why. */
export interface NotTried {
  readonly fault: string
  readonly engine: EngineName
  readonly reason: string
}

/** What to try. */
export interface Run {
  readonly faults: readonly Fault[]
  readonly engines?: readonly EngineName[]
  readonly times: number
  readonly onProgress?: (step: string) => void
}

/** Resolves once all were tried. A fault that could not be tried is in `notTried`, and has no row. */
export async function runFaults(run: Run): Promise<Results> {
  const { faults, engines = engineNames, times, onProgress = () => {} } = run
  const rows: Row[] = []
  const notTried: NotTried[] = []
  for (const fault of faults) {
    for (const engine of fault.engines.filter((each) => engines.includes(each))) {
      const onTime = (time: number): void =>
        onProgress(`${fault.title}, ${engineTitles[engine]}: ${time + 1} of ${times}`)
      onTime(0)
      const result = await attempt({ fault, engine, times, isTimed: true, onTime })
      rows.push(...result.rows)
      notTried.push(...result.notTried)
    }
  }
  return { rows, notTried }
}

/** Tries one fault over one engine: resolves to its row, or to why there is none. */
export async function attempt(trial: Trial): Promise<Results> {
  const { fault, engine } = trial
  try {
    const needs = fault.needs ?? {}
    const opened = await (engine === 'sqlite' ? openSqlite : openPostgres)(needs)
    return { rows: [await tryFault(trial, opened)], notTried: [] }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return { rows: [], notTried: [{ fault: fault.name, engine, reason: error.message }] }
  }
}
