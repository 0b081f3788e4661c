/** Defines a fault: how it is made, what clients may see of it, and how soon all must be well again. */
import type { Outcome } from '../clients/exchange.ts'
import type { HonestClients } from '../clients/honest-clients.ts'
import type { Operator } from '../access/operator.ts'
import type { FaultWorld } from '../access/world.ts'
import type { Engine, EngineName, EngineNeeds, PostgresBelow } from '../engines/engine.ts'
import type { ServiceOptions, Supervisor } from '../supervisor.ts'
import { FaultError } from '../fault-error.ts'

/** Everything that a fault may act on. */
export interface Scene {
  readonly engine: Engine
  readonly world: FaultWorld
  readonly service: Supervisor
  readonly clients: HonestClients
  readonly operator: Operator
  /** The number of this time, from 0. */
  readonly time: number
}

/** A row of the table. */
export interface Fault {
  /** The value for `--only`. */
  readonly name: string
  readonly title: string
  /** Both unless given. */
  readonly engines?: readonly EngineName[]
  /** Sentences for the document: what is done, and when its cause is gone. */
  readonly does: string
  /** What clients may see besides right responses until all are well; nothing unless given. */
  readonly mayShow?: readonly Outcome[]
  /** All must be well this soon after the cause is gone, in milliseconds; 10,000 unless given. */
  readonly boundMs?: number
  /** Every request must be over this soon, in milliseconds, whatever its outcome. */
  readonly withinMs?: number
  /** Whether the fault ends the service, which its supervisor then starts again. */
  readonly endsService?: true
  readonly needs?: EngineNeeds & { readonly longLists?: true }
  /** How the service is run, if not as usual. */
  readonly run?: (engine: Engine) => ServiceOptions
  /** Prepares the fault; clients stay well meanwhile. */
  readonly prepare?: (scene: Scene) => Promise<void>
  /** Makes the fault and removes its cause; resolves to when the cause was gone, if that was earlier. */
  readonly inject: (scene: Scene) => Promise<number | undefined> | undefined
}

export function postgresOf({ engine: { postgres } }: Scene): PostgresBelow {
  if (postgres === undefined) throw new FaultError('This fault needs PostgreSQL.')
  return postgres
}

/** A fault must last for this many requests so that all clients see it: two of each client. */
export const requestsMeanwhile = 24

/** A fault of PostgreSQL that lasts until clients see it. */
export function untilSeen(
  fault: Pick<Fault, 'name' | 'title' | 'does' | 'run' | 'withinMs'>,
  begin: (postgres: PostgresBelow) => unknown,
  end: (postgres: PostgresBelow) => unknown,
): Fault {
  return {
    ...fault,
    engines: ['postgres'],
    mayShow: ['503'],
    inject: async (scene) => {
      const postgres = postgresOf(scene)
      await begin(postgres)
      await scene.clients.untilSeen('503')
      await end(postgres)
    },
  }
}
