/** The exceptions to the linters' rules, read from YAML. */
import { basename } from 'node:path'
import { itemsOf, type Json, membersOf } from '../document/json.ts'
import { readText } from '../document/read-text.ts'
import { parseYaml } from '../document/parse-yaml.ts'
import { UserError } from '../user-error.ts'

export interface Exception {
  readonly linter: 'redocly' | 'spectral'
  readonly rule: string
  /** JSON pointers; each also covers what is below it. */
  readonly at: readonly string[]
  readonly reason: string
}

const form =
  'each exception has `linter` (redocly or spectral), `rule`, `at` (a list of JSON pointers) and `reason`'

/** Throws a `UserError` if the file is missing, is not YAML, or has another form. */
export async function readExceptions(file: string): Promise<readonly Exception[]> {
  const name = basename(file)
  const list = parseYaml(await readText(file, name), name).root
  if (!Array.isArray(list)) throw new UserError(`${name} is no list: ${form}.`)
  return itemsOf(list).map((one, index) => {
    if (!isException(one)) throw new UserError(`${name}: exception ${index + 1} has another form; ${form}.`)
    return one
  })
}

function isException(value: Json): value is Json & Exception {
  const { linter, rule, reason, ...rest } = membersOf(value)
  const pointers = itemsOf(rest['at'])
  const isWhole = (linter === 'redocly' || linter === 'spectral') && isText(rule) && isText(reason)
  return isWhole && pointers.length > 0 && pointers.every((pointer) => isText(pointer))
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''
