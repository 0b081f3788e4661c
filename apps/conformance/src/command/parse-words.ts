/** From the words of a command line to a command that was run, or to its help. */
import { type Command, CommanderError } from 'commander'
import type { Writable } from 'node:stream'
import { writeText } from './terminal.ts'

/**
 * Resolves to the command that was parsed, whose action has been run; to undefined where help was asked for, and printed.
 * Rejects with what is wrong with the words, what the action rejects with, and where there is no room for help. `make` gets
 * where the command is to write its help.
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
