/** What a world's databases are, whichever engine has them. */
import type { Engine } from '../config.ts'

/** A user, and the key of a plant. */
export interface Grant {
  readonly user: string
  readonly key: string
}

/** The open databases. Dispose of them before their directory is moved; they close with this process at the latest. */
export interface Databases extends AsyncDisposable {
  readonly engine: Engine
  /** The address of the database with the plants: the service's, and that of the owner of the tables. */
  readonly forService: string
  readonly forOwner: string
  /** The database server's process, if there is one; its processor time is not in that of its clients. */
  readonly pid: number | undefined
  /** Makes a second database for as long as `use` runs, which gets its address. */
  withSpare<T>(use: (address: string) => Promise<T>): Promise<T>
  /** Adds grants where the store would take minutes. The caller must then rebuild the access table. */
  readonly addGrants?: (grants: Iterable<Grant>) => Promise<void>
  /** Call this once all data is there: it does what an operator's server does by itself within minutes. */
  settle(): Promise<void>
}
