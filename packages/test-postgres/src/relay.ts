/** A route to a server that a test can block or cut, like a failing network or machine. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { socketsDirectory } from './programs.ts'

const socketName = '.s.PGSQL.5432'

/** A relay between the programs and the server. Dispose of it. */
export interface Relay extends AsyncDisposable {
  /** The address of a database by way of the relay. */
  url(database: string): string
  /** Passes nothing on, as if the server hung. */
  block(): void
  unblock(): void
  /** Ends all connections and accepts no new ones, as if the server were gone. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Starts a relay to the server with its socket in this directory. */
export async function startRelay({ socket }: { readonly socket: string }): Promise<Relay> {
  const directory = mkdtempSync(join(socketsDirectory(), 'plant-store-relay-'))
  const open = new Set<Socket>()
  let isBlocked = false
  const server = createServer((near) => {
    const far = connect(join(socket, socketName))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from
        .on('error', () => {})
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
      from.on('data', (bytes) => to.write(bytes))
      if (isBlocked) from.pause()
    }
  })
  const mend = async (): Promise<void> => {
    await once(server.listen(join(directory, socketName)), 'listening')
  }
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const each of open) each.destroy()
    await closed
  }
  await mend()
  return {
    url: (database) => `postgres://postgres@/${database}?host=${encodeURIComponent(directory)}`,
    block: () => {
      isBlocked = true
      for (const each of open) each.pause()
    },
    unblock: () => {
      isBlocked = false
      for (const each of open) each.resume()
    },
    cut,
    mend,
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await cut()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
