/** For `node --test --test-global-setup`: one server for all test files of a run. It disappears with the run. */
import { env } from 'node:process'
import { postgresServer, sharedSocket } from './server.ts'

export async function globalSetup(): Promise<void> {
  const { socket } = await postgresServer()
  env[sharedSocket] = socket
}
