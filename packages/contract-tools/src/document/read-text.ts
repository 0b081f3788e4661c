/** The text of a file. */
import { readFile } from 'node:fs/promises'
import { messageOf, UserError } from '../user-error.ts'

/** `name` is what messages call the file. Throws a `UserError` if it can't be read. */
export async function readText(file: string, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UserError(`${name} can't be read: ${messageOf(error)}`)
  }
}
