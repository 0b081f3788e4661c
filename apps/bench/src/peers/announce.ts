/** Tells the process that started this program where it listens, as the service does. */
import type { Server } from 'node:http'
import process from 'node:process'

/** Writes one record to standard output. The server must be listening on a port. */
export function announce(server: Server): void {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${address.port}` })}\n`)
}

/** The database to read: the program's only argument. */
export function databaseArgument(): string {
  const [, , database] = process.argv
  if (database === undefined) throw new Error('Name the database file.')
  return database
}
