/** Files in YAML or JSON that people write, held against a schema: each fault is a line with its place. */
import { readFile } from 'node:fs/promises'
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv'
import { parseDocument } from 'yaml'
import worldSchema from '../../world.schema.json' with { type: 'json' }
import { membersOf } from '../contract/pointers.ts'
import { lineIn } from '../document/lines.ts'
import { nearest } from '../run/selection.ts'
import { explainFile } from '../world-file.ts'
import { CommandFailure } from './exit-codes.ts'

/** Rejects with a `CommandFailure`. No message quotes the file, which may hold secrets. */
export async function readChecked<Value>(
  what: string,
  file: string,
  schema: AnySchemaObject,
): Promise<Value> {
  const fail = (faults: readonly string[]): never => {
    throw new CommandFailure(
      [`The ${what} ${file} can't be used.`, ...faults.map((one) => `  ${one}`)].join('\n'),
    )
  }
  const text = await readFile(file, 'utf8').catch((fault: unknown) => fail([explainFile(file, fault)]))
  const parsed = parseDocument(text, { prettyErrors: true })
  const [error] = parsed.errors
  if (error !== undefined) {
    const [{ line, col }] = error.linePos ?? [{ line: 1, col: 1 }]
    return fail([`It is neither YAML nor JSON: the error is at line ${line}, column ${col}.`])
  }
  const value: unknown = parsed.toJS()
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true }).addSchema(
    worldSchema,
    'world.schema.json',
  )
  const isRight: ValidateFunction<Value> = ajv.compile<Value>(schema)
  if (isRight(value)) return value
  const names = membersOf(schema['properties']).map(([name]) => name)
  const faults = (isRight.errors ?? []).flatMap((one) => faultOf(one, text, file, names))
  return fail([...new Set(faults)])
}

/** Empty for what only says that one of several alternatives is not met. */
function faultOf(
  { instancePath, keyword, params, parentSchema, message = '' }: ErrorObject,
  text: string,
  file: string,
  names: readonly string[],
): readonly string[] {
  if (keyword === 'anyOf') return []
  const extra: unknown = params['additionalProperty']
  const pointer = typeof extra === 'string' ? `${instancePath}/${extra}` : instancePath
  const allowed: unknown = params['allowedValues']
  const due = Array.isArray(allowed)
    ? `must be one of ${allowed.join(', ')}`
    : typeof extra === 'string'
      ? `is not known.${instancePath === '' ? nearest(extra, names) : ''}`
      : keyword === 'pattern'
        ? `is not of the right form (${String(parentSchema?.['description'])})`
        : message
  return [`${file}:${lineIn(text, pointer)}: ${pointer === '' ? 'it' : pointer.slice(1)} ${due}`]
}
