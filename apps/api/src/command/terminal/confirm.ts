/** The question before something that can't be undone. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CommandFailure } from '../command-failure.ts'
import type { Surroundings } from '../surroundings.ts'
import { writeText } from './write-text.ts'

/**
 * Resolves when `--yes` was given or the person types yes; otherwise a `CommandFailure`: nobody is there to be asked
 * (a script must say `--yes`), or the answer was another one or none.
 */
export async function confirm({ stdin, stderr }: Surroundings, warning: string, yes: boolean): Promise<void> {
  if (yes) return
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw new CommandFailure('usage', `${warning} Give --yes to do it without being asked.`)
  }
  await writeText(stderr, `${warning}\nType yes to go on: `)
  const answer = await readLine(stdin)
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('interrupted', 'Nothing was changed.')
}

/** The end of input, Ctrl-D, is an empty line. */
async function readLine(input: Readable): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  // Not as a terminal: the line is edited by the system then, and Ctrl-C ends the program as ever.
  const lines = createInterface({ input, terminal: false })
  lines.once('line', resolve)
  lines.once('close', () => resolve(''))
  const line = await promise
  // Otherwise an open terminal keeps the program waiting for more.
  lines.close()
  return line
}
