/** What a fault is: how it is made, what clients may see of it, and how soon all must be well again. */
import type { Outcome } from '../clients/exchange.ts'
import type { HonestClients } from '../clients/honest-clients.ts'
import type { Operator } from '../access/operator.ts'
import type { FaultWorld } from '../access/world.ts'
import type { Engine, EngineName, EngineNeeds } from '../engines/engine.ts'
import type { PostgresBelow } from '../engines/postgres.ts'
import type { ServiceOptions, Supervisor } from '../service/supervisor.ts'
import { FaultError } from '../fault-error.ts'

/** All that a fault may get at. */
export interface Scene {
  readonly engine: Engine
  readonly world: FaultWorld
  readonly service: Supervisor
  readonly clients: HonestClients
  readonly operator: Operator
  /** Counts the times, from 0. */
  readonly time: number
}

/** A row of the table. */
export interface Fault {
  /** As `--only` takes it. */
  readonly name: string
  readonly title: string
  readonly engines: readonly EngineName[]
  /** What is done, and when its cause is gone, as sentences of the document. */
  readonly does: string
  /** What clients may see beside right answers until all are well. */
  readonly mayShow: readonly Outcome[]
  /** All are well so soon after the cause is gone, in milliseconds. */
  readonly boundMs: number
  /** Whether the service is to end by it, and to be started again by its supervisor. */
  readonly endsService?: true
  readonly needs?: EngineNeeds & { readonly longLists?: true }
  /** Makes how the service is run, where that is not as usual. */
  readonly run?: (engine: Engine) => ServiceOptions
  /** What has to be there before; clients are well meanwhile. */
  readonly prepare?: (scene: Scene) => Promise<void>
  /** Makes the fault and takes its cause away; resolves to the moment when that was gone. */
  readonly inject: (scene: Scene) => Promise<number>
}

export function postgresOf({ engine: { postgres } }: Scene): PostgresBelow {
  if (postgres === undefined) throw new FaultError('This fault is one of PostgreSQL.')
  return postgres
}

/** As long as a fault has to be there to be seen by all: two requests of each client. */
export const requestsMeanwhile = 24
