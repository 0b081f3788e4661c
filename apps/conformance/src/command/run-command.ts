/** One run of the command, from its arguments to its exit code. */
import { type Command, CommanderError } from 'commander'
import type { Writable } from 'node:stream'
import { ReportError } from '../report/write-reports.ts'
import { CheckerFailure } from '../run/checker.ts'
import { InputError } from '../document/input-error.ts'
import { describeFault, toLines, endOf, type Exit, exits } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import { type Context, writeText } from './terminal.ts'

/** Resolves to the exit code when everything is written and closed. Never rejects. */
export async function runCommand(words: readonly string[], context: Context): Promise<number> {
  // If this fails, there is nobody left to tell.
  const tell = (text: string): Promise<void> => writeText(context.stderr, text).catch(() => {})
  // Nothing may be concluded until the command says how it ended.
  let exit: Exit = 'inconclusive'
  try {
    const make = (help: (text: string) => void): Command => makeProgram(context, (how) => (exit = how), help)
    const command = await parseWords(make, words, context.stdout)
    if (command === undefined) exit = 'conforms'
  } catch (fault) {
    exit = 'inconclusive'
    // Any other kind of error is a fault of ours.
    const isKnown = [CheckerFailure, InputError, ReportError].some((kind) => fault instanceof kind)
    const message = fault instanceof Error && isKnown ? fault.message : describeFault(fault)
    if (!context.interrupt.aborted) await tell(toLines(message, words.includes('--json')))
  }
  const interrupted = endOf(context.interrupt)
  if (interrupted !== undefined && interrupted !== 'inconclusive')
    await tell('Interrupted: nothing may be concluded.\n')
  return exits[interrupted ?? exit].code
}

/** Resolves once the action has run; to undefined if help was asked for, which `make` is given a function for, and printed. */
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
