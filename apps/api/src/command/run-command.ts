/** One run of the command, from its arguments to its exit code. */
import { exits } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import { reportFailure } from './report-failure.ts'
import type { Surroundings } from './surroundings.ts'

/** Resolves to the exit code when everything is said and closed. Never rejects. */
export async function runCommand(words: readonly string[], around: Surroundings): Promise<number> {
  const json = words.includes('--json')
  try {
    await makeProgram(around, json).parseAsync(words, { from: 'user' })
    return exits.ok.code
  } catch (fault) {
    return reportFailure(fault, around, json)
  }
}
