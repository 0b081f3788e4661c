/** Asks before something that can't be undone. */
import { createInterface } from 'node:readline/promises'
import type { CommandContext } from '../context.ts'
import { CommandError } from '../exit-codes.ts'
import { escapeLines } from './text.ts'

/**
 * Resolves when `--yes` was given or the person types yes. Otherwise a `CommandError`: nobody is there to ask (a script
 * must give `--yes`), or there was another answer or none.
 */
export async function confirm(context: CommandContext, warning: string, yes: boolean): Promise<void> {
  const { stdin: input, stderr: output } = context
  if (yes) return
  if (input.isTTY !== true || output.isTTY !== true) {
    throw new CommandError('usage', `${warning} Give --yes to do it without being asked.`)
  }
  const lines = createInterface({ input, output })
  // Ctrl-C and Ctrl-D close the interface without an answer.
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  lines.once('close', () => resolve(''))
  const answer = await Promise.race([
    lines.question(`${escapeLines(warning)}\nType yes to go on: `).catch(() => ''),
    closed,
  ])
  lines.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('interrupted', 'Nothing was changed.')
}
