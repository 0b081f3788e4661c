/** The last words of a run that failed. */
import { exits } from './exit-codes.ts'
import { explainFailure } from './explain-failure.ts'
import type { Surroundings } from './surroundings.ts'

/** Writes what went wrong to stderr, as a sentence or as JSON, and returns the exit code. */
export function reportFailure(
  fault: unknown,
  { stderr }: Pick<Surroundings, 'stderr'>,
  json: boolean,
): number {
  const { exit, code, message } = explainFailure(fault)
  if (message !== '') stderr.write(`${json ? JSON.stringify({ error: { code, message } }) : message}\n`)
  return exits[exit].code
}
