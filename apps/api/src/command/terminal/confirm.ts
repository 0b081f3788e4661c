/** Asks before something that can't be undone. */
import { createInterface } from 'node:readline/promises'
import type { CommandContext } from './output.ts'
import { CommandError } from '../exit-codes.ts'
import { escapeLines } from './text.ts'

/**
 * Resolves when the person types yes. Otherwise a `CommandError`: nobody is there to ask (a script must give `--yes`), or
 * they typed anything else, or nothing.
 */
export async function confirm(
  { stdin: input, stderr: output }: CommandContext,
  warning: string,
): Promise<void> {
  if (input.isTTY !== true || output.isTTY !== true) {
    throw new CommandError('usage', `${warning} Give --yes to do it without being asked.`)
  }
  const lines = createInterface({ input, output })
  // Ctrl-C and Ctrl-D close the interface before anything was typed.
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  lines.once('close', () => resolve(''))
  const typed = await Promise.race([
    lines.question(`${escapeLines(warning)}\nType yes to go on: `).catch(() => ''),
    closed,
  ])
  lines.close()
  if (typed.trim().toLowerCase() !== 'yes') throw new CommandError('interrupted', 'Nothing was changed.')
}
