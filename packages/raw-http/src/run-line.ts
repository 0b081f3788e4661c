/** Shell lines that repeat requests, run as a person would: by bash, with the tokens in the environment. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Tokens, variable } from './secrets.ts'

/** `TOKEN`, `TOKEN_2` and so on, and the same of tokens that must be refused, as the lines name them. */
const variables = ({ callers, refusedTokens }: Tokens): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...callers.map(({ token }, index) => [variable('TOKEN', index), token] as const),
    ...refusedTokens.map((token, index) => [variable('REFUSED_TOKEN', index), token] as const),
  ])

/** Resolves to what the line writes to its standard output. Rejects where it ends with another code than 0. */
export async function runLine(line: string, tokens: Tokens): Promise<string> {
  const env = { ...process.env, ...variables(tokens) }
  // Its standard input is a socket of Node's: bash then behaves as a remote shell and reads ~/.bashrc, 140 ms on one machine.
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', line], { env })
  return stdout
}
