/** Runs shell lines that repeat requests as a person would: in bash, with the tokens in the environment. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Tokens, tokenName } from './secrets.ts'

/** `TOKEN`, `TOKEN_2` and so on, and the same for tokens that must be refused, as the lines name them. */
const variables = ({ callers, refusedTokens }: Tokens): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...callers.map(({ token }, index) => [tokenName('TOKEN', index), token] as const),
    ...refusedTokens.map((token, index) => [tokenName('REFUSED_TOKEN', index), token] as const),
  ])

/** Resolves to what the line writes to its standard output. Rejects where its exit code is not 0. */
export async function runLine(line: string, tokens: Tokens): Promise<string> {
  const env = { ...process.env, ...variables(tokens) }
  // Standard input is a Node socket: bash would behave as a remote shell and read ~/.bashrc, 140 ms on one machine.
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', line], { env })
  return stdout
}
