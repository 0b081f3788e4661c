/** A PostgreSQL primary and its standby, and one address that moves from one to the other on failover. */
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carefulSettings, type OwnServer } from '@plant-store/test-postgres'

/** The caller must dispose of it. */
export class Pair implements AsyncDisposable {
  /** The directory with the current primary's socket. */
  readonly socket: string
  readonly #directory: string
  #primary: OwnServer
  #standby: OwnServer | undefined

  /** The pair takes over the server, and ends it when disposed of. */
  constructor(primary: OwnServer) {
    this.#directory = mkdtempSync(join(tmpdir(), 'plant-store-pair-'))
    this.socket = join(this.#directory, 'primary')
    this.#primary = primary
    symlinkSync(primary.socket, this.socket)
  }

  /** From now on a change is acknowledged only once the standby has it on disk. */
  async addStandby(): Promise<void> {
    this.#standby = await this.#primary.startStandby({ ...carefulSettings, max_connections: 20 })
    await this.#primary.set({ synchronous_standby_names: '*' })
  }

  /** Kills the primary, promotes the standby, and points the address to it. */
  async failOver(): Promise<void> {
    const [lost, standby] = [this.#primary, this.#standby]
    if (standby === undefined) throw new Error('there is no standby')
    await lost.stop('kill')
    await standby.promote()
    const next = join(this.#directory, 'next')
    symlinkSync(standby.socket, next)
    renameSync(next, this.socket)
    this.#primary = standby
    this.#standby = undefined
    await lost[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#standby?.[Symbol.asyncDispose]()
    await this.#primary[Symbol.asyncDispose]()
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
