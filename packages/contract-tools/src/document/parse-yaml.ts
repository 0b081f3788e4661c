/** Files of YAML, or of JSON, which is YAML, as data. */
import { readFile } from 'node:fs/promises'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { messageOf, UserError } from '../user-error.ts'
import type { Json } from './json.ts'

/** What the text says, and its places. Throws a `UserError` that names the file, and the line where it is broken. */
export function parseYaml(
  text: string,
  name: string,
): { readonly root: Json; readonly tree: Document; readonly lines: LineCounter } {
  const lines = new LineCounter()
  const tree = parseDocument(text, { lineCounter: lines })
  const [fault] = tree.errors
  if (fault !== undefined) {
    const { line, col } = fault.linePos?.[0] ?? { line: 1, col: 1 }
    throw new UserError(`${name}:${line}:${col} is not well-formed: ${fault.message.split('\n')[0]}`)
  }
  try {
    // Dates and the like, which JSON does not have, become texts.
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- JSON.parse returns JSON
    const root: Json = JSON.parse(JSON.stringify(tree.toJS() ?? null))
    return { root, tree, lines }
  } catch (error) {
    // An alias that leads nowhere, too many of them, or one within its own anchor.
    throw new UserError(`${name} is no tree: ${messageOf(error).split('\n')[0]}.`)
  }
}

/** `name` is what messages call the file. Throws a `UserError` if it can't be read. */
export async function readText(file: string, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UserError(`${name} can't be read: ${messageOf(error)}`)
  }
}
