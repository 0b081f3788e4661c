/** Files in YAML or JSON that people write, held against a schema: each fault is a line with its place. */
import { pathToFileURL } from 'node:url'
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv'
import worldSchema from '../world.schema.json' with { type: 'json' }
import { InputError, causeOf } from './input-error.ts'
import { membersOf } from './contract/pointers.ts'
import { readLines } from './document/lines.ts'
import { parseText, readText } from './document/read.ts'
import { nearest } from './run/selection.ts'

/** Says of the file everything that is wrong with it. `what`: such as `world file`. */
export function refuse(what: string, file: string, faults: readonly string[]): never {
  throw new InputError([`The ${what} ${file} can't be used.`, ...faults.map((one) => `  ${one}`)].join('\n'))
}

/** Rejects with an `InputError`. No message quotes the file, which may hold secrets. */
export async function readChecked<Value>(
  what: string,
  file: string,
  schema: AnySchemaObject,
): Promise<Value> {
  const { text, value } = await readText(pathToFileURL(file), file, 'error')
    .then((found) => ({ text: found.text, value: parseText(found.text, file, true) }))
    .catch((fault: unknown) => refuse(what, file, [causeOf(fault)]))
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true }).addSchema(
    worldSchema,
    'world.schema.json',
  )
  const isRight: ValidateFunction<Value> = ajv.compile<Value>(schema)
  if (isRight(value)) return value
  const names = membersOf(schema['properties']).map(([name]) => name)
  const faults = (isRight.errors ?? []).flatMap((one) => faultOf(one, text, file, names))
  return refuse(what, file, [...new Set(faults)])
}

/** Empty for what only says that one of several alternatives is not met. */
function faultOf(
  error: ErrorObject,
  text: string,
  file: string,
  names: readonly string[],
): readonly string[] {
  const { instancePath, schemaPath, keyword, params } = error
  const isCredential = /\/(?:callers|refused)\/\d+$/.test(instancePath)
  if (keyword === 'propertyNames' || (keyword === 'anyOf' && !isCredential)) return []
  if (/\/anyOf\/\d+\/\w+$/.test(schemaPath)) return []
  const extra: unknown = params['additionalProperty']
  const pointer = typeof extra === 'string' ? `${instancePath}/${extra}` : instancePath
  const due =
    typeof extra === 'string'
      ? `is not known.${instancePath === '' ? nearest(extra, names) : ''}`
      : describeFault(error)
  return [`${file}:${readLines(text)(pointer)}: ${pointer === '' ? 'it' : pointer.slice(1)} ${due}`]
}

function describeFault({ keyword, params, parentSchema, message = '' }: ErrorObject): string {
  const allowed: unknown = params['allowedValues']
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`
  if (keyword === 'anyOf') return 'must have a token, headers or a query'
  const form: unknown = keyword === 'pattern' ? parentSchema?.['description'] : undefined
  return typeof form === 'string' ? `is not of the right form (${form})` : message
}
