/** A primary of PostgreSQL, the standby that follows it, and one address for both, which moves with a fail-over. */
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OwnServer } from '@plant-store/test-postgres'
import { carefulSettings } from './postgres-role.ts'

/** Dispose of it. */
export class Pair implements AsyncDisposable {
  /** The directory of the socket of whoever is the primary. */
  readonly socket: string
  readonly #directory: string
  #primary: OwnServer
  #standby: OwnServer | undefined

  /** The pair ends with the server, which it takes over. */
  constructor(primary: OwnServer) {
    this.#directory = mkdtempSync(join(tmpdir(), 'plant-store-pair-'))
    this.socket = join(this.#directory, 'primary')
    this.#primary = primary
    symlinkSync(primary.socket, this.socket)
  }

  /** From now on nothing is acknowledged that a standby has not on its disk. */
  async addStandby(): Promise<void> {
    this.#standby = await this.#primary.startStandby(carefulSettings)
    await this.#primary.set({ synchronous_standby_names: '*' })
  }

  /** The primary is killed, the standby takes its place, and the address leads there. */
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
