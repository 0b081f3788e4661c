/** YAML as data. */
import { parse } from 'yaml'
import { messageOf, UserError } from '../user-error.ts'
import type { Json } from './json.ts'

/** Throws a `UserError` that names the file if the text is not YAML. */
export function parseYaml(text: string, name: string): Json {
  try {
    // These files, once parsed, are JSON.
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- JSON.parse returns JSON
    const json: Json = JSON.parse(JSON.stringify(parse(text) ?? null))
    return json
  } catch (error) {
    throw new UserError(`${name} is no YAML: ${messageOf(error).split('\n')[0]}`)
  }
}
