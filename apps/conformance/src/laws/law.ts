/** A law: one thing that is true of every service that keeps the contract. */
import type { Probe } from './probe.ts'

export interface Law {
  readonly name: string
  /** Resolves when all is said to the court. Rejects when the court's signal is aborted. */
  run(probe: Probe): Promise<void>
}
