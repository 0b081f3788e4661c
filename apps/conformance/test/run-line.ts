/** Lines of findings, run as a person would: by bash, with the tokens in the environment. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Subject } from '../src/subject.ts'

/** `TOKEN`, `TOKEN_2` and so on, and the same of tokens that must be refused, as the lines name them. */
function variables({ callers, refusedTokens }: Pick<Subject, 'callers' | 'refusedTokens'>) {
  const named = (name: string, tokens: readonly string[]) =>
    tokens.map((token, index) => [index === 0 ? name : `${name}_${index + 1}`, token] as const)
  const tokens = callers.map(({ token }) => token)
  return Object.fromEntries([...named('TOKEN', tokens), ...named('REFUSED_TOKEN', refusedTokens)])
}

/** Resolves to what the line writes. Rejects where it fails. */
export async function runLine(
  line: string,
  subject: Pick<Subject, 'callers' | 'refusedTokens'>,
): Promise<string> {
  const env = { ...process.env, ...variables(subject) }
  // Its standard input is a socket of Node's: bash then behaves as a remote shell and reads ~/.bashrc, 140 ms on one machine.
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', line], { env })
  return stdout
}
