/** Asks before something that can't be undone. */
import { createInterface } from 'node:readline/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CommandContext } from './output.ts'
import { CommandError } from '../exit-codes.ts'
import { escapeLines } from './text.ts'

/** What would be done is no longer what was shown. */
class Outdated extends Error {}

/** Shows what would be done, to be confirmed, and does it: `accept` is called with what is done before it counts. */
interface Asking<Shown> {
  readonly show: () => Promise<{ readonly shown: Shown; readonly warning: string }>
  readonly act: (accept: (done: Shown) => void) => Promise<void>
}

/** As `confirm`, and then acts. What was confirmed is what is done: otherwise nothing is, and the person is asked again. */
export async function actConfirmed<Shown>(
  context: CommandContext,
  { show, act }: Asking<Shown>,
): Promise<void> {
  for (let again = ''; ; again = 'It has changed meanwhile, so nothing was done.\n') {
    const { shown, warning } = await show()
    await confirm(context, `${again}${warning}`, false)
    try {
      await act((done) => {
        if (!isDeepStrictEqual(done, shown)) throw new Outdated()
      })
      return
    } catch (error) {
      if (!(error instanceof Outdated)) throw error
    }
  }
}

/**
 * Resolves when `--yes` was given or the person types yes. Otherwise a `CommandError`: nobody is there to ask (a script
 * must give `--yes`), or they typed anything else, or nothing.
 */
export async function confirm(context: CommandContext, warning: string, yes: boolean): Promise<void> {
  const { stdin: input, stderr: output } = context
  if (yes) return
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
