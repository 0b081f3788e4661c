/** One run of the command, from its arguments to its exit code. */
import { type Command, CommanderError } from 'commander'
import type { Writable } from 'node:stream'
import { ReportError } from '../report/write-reports.ts'
import { CheckerFailure } from '../run/checker.ts'
import { InputError } from '../document/input-error.ts'
import { describeFault, toLines, endOf, type Exit, exits } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

/** Resolves to the exit code when everything is written and closed. Never rejects. */
export async function runCommand(words: readonly string[], context: Context): Promise<number> {
  // Nothing may be concluded until the command says how it ended.
  let exit: Exit = 'inconclusive'
  const end = (how: Exit): void => {
    exit = how
  }
  try {
    const command = await parseWords((help) => makeProgram(context, end, help), words, context.stdout)
    if (command === undefined) exit = 'conforms'
  } catch (fault) {
    exit = 'inconclusive'
    await say(explain(fault), context, words.includes('--json'))
  }
  const interrupted = endOf(context.interrupt)
  if (interrupted === undefined) return exits[exit].code
  if (interrupted !== 'inconclusive')
    await writeText(context.stderr, 'Interrupted: nothing may be concluded.\n').catch(() => {})
  return exits[interrupted].code
}

/** Any other kind of error is a fault of ours. */
function explain(fault: unknown): string {
  const known = [CheckerFailure, InputError, ReportError].some((kind) => fault instanceof kind)
  return fault instanceof Error && known ? fault.message : describeFault(fault)
}

async function say(message: string, { stderr, interrupt }: Context, json: boolean): Promise<void> {
  if (interrupt.aborted) return
  // If this fails, there is nobody left to tell.
  await writeText(stderr, toLines(message, json)).catch(() => {})
}

/**
 * Resolves to the parsed command once its action has run; to undefined if help was asked for, and printed. Rejects with
 * what is wrong with the words, with what the action rejects with, or if there is no space to write the help. `make` is
 * given the function that the command hands its help to.
 */
export async function parseWords(
  make: (help: (text: string) => void) => Command,
  words: readonly string[],
  stdout: Writable,
): Promise<Command | undefined> {
  const help: string[] = []
  try {
    return await make((text) => help.push(text)).parseAsync(words, { from: 'user' })
  } catch (fault) {
    if (!(fault instanceof CommanderError) || fault.exitCode !== 0) throw fault
    await writeText(stdout, help.join(''))
    return undefined
  }
}
