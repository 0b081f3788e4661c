/** A database of a run's own, and what can be done to the machine below it. */
import type { CrowdedDisk } from '@plant-store/testkit/storm'
import type { PostgresBelow } from './postgres.ts'

export const engineNames = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]

/** How a person calls an engine. */
export const engineTitles: Readonly<Record<EngineName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** What a fault needs of the database. */
export interface EngineNeeds {
  /** A disk that can be filled, for what grows of the database or for the log of the service. */
  readonly disk?: 'database' | 'log'
  /** Servers that nobody else uses, the second of which follows the first. */
  readonly standby?: true
}

/** Dispose of it when nothing uses it any more. */
export interface Engine extends AsyncDisposable {
  /** The address for whoever may do everything: the operator. */
  readonly database: string
  /** For files of this run. */
  readonly directory: string
  /** Prepares what the service needs, once there are tables; resolves to the address that the service is given. */
  serve(): Promise<string>
  /** Undefined where nothing was asked for. */
  readonly disk: CrowdedDisk | undefined
  /** Undefined over SQLite. */
  readonly postgres: PostgresBelow | undefined
}
