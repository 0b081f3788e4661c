/** Runs the command that the words of a command line ask for, or prints its help. */
import { type Command, CommanderError } from 'commander'
import type { Writable } from 'node:stream'
import { writeText } from './terminal.ts'

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
