/** A law: one thing that is true of every service that keeps the contract. */
import type { Probe } from './probe.ts'

export interface Law {
  readonly name: string
  /** The rules that it can find broken beside those that every answer is looked at for. */
  readonly rules: readonly string[]
  /** Resolves when all is said to the court. Rejects when the court's signal is aborted. */
  run(probe: Probe): Promise<void>
}
