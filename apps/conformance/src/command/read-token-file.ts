/** A token from a file or standard input: other users of the machine see neither, unlike the command line. */
import { createReadStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { CommandFailure } from './exit-codes.ts'
import type { Context } from './context.ts'

/** Longer than any header that a service accepts. */
const maxLength = 65_536

/**
 * The text of the file, or of standard input for `-`, without blanks and line ends around it. Rejects with a
 * `CommandFailure` if it can't be read, or is too long for a token. No message repeats the text.
 */
export async function readTokenFile(
  file: string,
  context: Pick<Context, 'stdin' | 'interrupt'>,
): Promise<string> {
  const stream = addAbortSignal(context.interrupt, file === '-' ? context.stdin : createReadStream(file))
  let text = ''
  try {
    for await (const chunk of stream) {
      text += String(chunk)
      if (text.length > maxLength) break
    }
  } catch (fault) {
    throw new CommandFailure(explain(file, fault))
  }
  if (text.length > maxLength) {
    throw new CommandFailure(`${file === '-' ? 'Standard input' : file} holds more than a token.`)
  }
  return text.trim()
}

function explain(file: string, fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: `There is no file ${file}.`,
    EISDIR: `${file} is a directory, not a file with a token in it.`,
    EACCES: `You have no permission to read ${file}.`,
  }
  return known[code] ?? `The token can't be read from ${file === '-' ? 'standard input' : file} (${code}).`
}
