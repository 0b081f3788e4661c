/** The exceptions from the linters' rules, read from YAML. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { messageOf, UserError } from '../user-error.ts'

export interface Exception {
  readonly linter: 'redocly' | 'spectral'
  readonly rule: string
  /** JSON pointers; what stands below is meant too. */
  readonly at: readonly string[]
  readonly reason: string
}

const form =
  'each exception has `linter` (redocly or spectral), `rule`, `at` (a list of JSON pointers) and `reason`'

/** Throws a `UserError` where the file is not there, is no YAML, or has another form. */
export async function readExceptions(file: string): Promise<readonly Exception[]> {
  const name = basename(file)
  const list = parseYaml(await readFile(file, 'utf8').catch(() => ''), name)
  if (!Array.isArray(list)) throw new UserError(`${name} is no list: ${form}.`)
  return list.map((one: unknown, index) => {
    if (!isException(one)) throw new UserError(`${name}: exception ${index + 1} has another form; ${form}.`)
    return one
  })
}

function parseYaml(text: string, name: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new UserError(`${name} is no YAML: ${messageOf(error).split('\n')[0]}`)
  }
}

function isException(value: unknown): value is Exception {
  if (typeof value !== 'object' || value === null) return false
  const { linter, rule, at, reason }: Partial<Record<keyof Exception, unknown>> = value
  return (
    (linter === 'redocly' || linter === 'spectral') && isText(rule) && isText(reason) && isListOfTexts(at)
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isText(item))
