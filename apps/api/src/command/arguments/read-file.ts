/** Reads files named on the command line. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { CommandContext } from '../terminal/output.ts'
import { CommandError } from '../exit-codes.ts'

/** The file, or stdin for `-`, as a stream. */
export function openFile({ stdin }: CommandContext, file: string): Readable {
  return file === '-' ? stdin : createReadStream(file)
}

/** A sentence on why a file can't be read; undefined for any other error. */
export function explainUnreadable(error: unknown, file: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `There is no file ${file}.`
  if (code === 'EISDIR') return `${file} is a directory, not a file.`
  if (code === 'EACCES' || code === 'EPERM') return `You have no permission to read ${file}.`
  return undefined
}

/** Longer than any token. */
const maxSecretLength = 1000

/** The token in a file, or in stdin for `-`. A `CommandError` where there is none. */
export async function readSecret(context: CommandContext, file: string): Promise<string> {
  const where = file === '-' ? 'standard input' : file
  let text = ''
  try {
    for await (const chunk of openFile(context, file)) {
      text += String(chunk)
      if (text.length > maxSecretLength) break
    }
  } catch (error) {
    throw new CommandError('usage', explainUnreadable(error, file) ?? `${file} can't be read.`)
  }
  const secret = text.trim()
  if (secret.length <= maxSecretLength && /^[\x21-\x7e]+$/.test(secret)) return secret
  throw new CommandError('usage', `There must be one token in ${where}, and nothing else.`)
}
