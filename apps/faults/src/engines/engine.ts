/** A run's own database, and access to the disk and server below it. */
import type { OwnServer, Relay } from '@plant-store/test-postgres'
import { temporaryDirectory } from '@plant-store/testkit'
import { type CrowdedDisk, mountDisk } from '@plant-store/testkit/storm'
import type { Client } from 'pg'
import { FaultError } from '../fault-error.ts'
import type { Pair } from './postgres-pair.ts'

export const engineNames = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]

/** The engines' names for people. */
export const engineTitles: Readonly<Record<EngineName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** What a fault needs from the database. */
export interface EngineNeeds {
  /** A disk for the growing parts of the database or the service's log, or for a link to SQLite's file. */
  readonly disk?: 'database' | 'log' | 'link'
  /** Two servers that nobody else uses; the second is a standby of the first. */
  readonly standby?: true
}

/** The caller must dispose of it once nothing uses it any more. */
export interface Engine extends AsyncDisposable {
  /** The operator's address, with all rights. */
  readonly database: string
  /** The directory for files of this run. */
  readonly directory: string
  /** Prepares what the service needs, once the tables exist; resolves to the service's address. */
  serve(): Promise<string>
  /** Undefined if none was requested. */
  readonly disk: CrowdedDisk | undefined
  /** Undefined over SQLite. */
  readonly postgres: PostgresBelow | undefined
}

/** What is below a PostgreSQL database. */
export interface PostgresBelow {
  readonly server: OwnServer
  /** The relay between the service and the server. */
  readonly relay: Relay
  /** Undefined if none was requested. */
  readonly pair: Pair | undefined
  /** The processes at the other end of the service's connections, the last used first. */
  readonly backends: () => Promise<readonly number[]>
  /** Opens a connection with the service's role, as another client would. Rejects if none is left. */
  readonly connect: () => Promise<Client>
}

/** Mounts a disk that the stack unmounts. Rejects with a `FaultError` where this user may not mount. */
export async function mountSmallDisk(stack: AsyncDisposableStack): Promise<CrowdedDisk> {
  const directory = stack.use(await temporaryDirectory())
  const disk = await mountDisk(directory.path)
  if (disk === undefined) throw new FaultError('Only root can mount a disk to fill.')
  return stack.use(disk)
}
