/** Runs shell lines that repeat requests as a person would: in bash, with the secrets in the environment. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Credentials, nameSecrets } from './credentials.ts'

/** Resolves to what the line writes to its standard output. Rejects where its exit code is not 0. */
export async function runLine(line: string, credentials: Credentials): Promise<string> {
  const variables = nameSecrets(credentials).secrets.map(({ name, text }) => [name, text] as const)
  const env = { ...process.env, ...Object.fromEntries(variables) }
  // Standard input is a Node socket: bash would behave as a remote shell and read ~/.bashrc, 140 ms on one machine.
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', line], { env })
  return stdout
}
