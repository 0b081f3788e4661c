/** Raises a schema of OpenAPI 3.0 to 3.1. */
import { isObject } from '../contract/pointers.ts'

/** What a reference may have beside it in 3.0, whose readers ignore all else there. */
const besideReference = new Set(
  '$ref summary description nullable readOnly writeOnly deprecated example examples default'.split(' '),
)

/**
 * Changes the object, if it is a schema of 3.0, to what says the same in 3.1; `nullable` stays where there is no `type` that
 * null could be added to.
 */
export function raise(part: unknown): void {
  if (!isObject(part)) return
  if (typeof part['$ref'] === 'string') {
    for (const name of Object.keys(part)) if (!besideReference.has(name)) Reflect.deleteProperty(part, name)
  }
  for (const list of [part['oneOf'], part['anyOf']]) raiseAlternatives(list)
  raiseBound(part, 'exclusiveMinimum', 'minimum')
  raiseBound(part, 'exclusiveMaximum', 'maximum')
  const { nullable, type, enum: values } = part
  if (nullable !== true || typeof type !== 'string') return
  part['type'] = [type, 'null']
  // 3.0.3 says that `enum` without null forbids it all the same: most who write this mean otherwise.
  if (Array.isArray(values) && !values.includes(null))
    part['enum'] = [...(values as readonly unknown[]), null]
  delete part['nullable']
}

const annotations = new Set(
  'nullable title description example default deprecated readOnly writeOnly'.split(' '),
)

/** One that is nullable and nothing else allows everything in 3.0; who writes it among others means null. */
function raiseAlternatives(list: unknown): void {
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (
      !isObject(one) ||
      one['nullable'] !== true ||
      !Object.keys(one).every((name) => annotations.has(name))
    )
      continue
    one['type'] = 'null'
    delete one['nullable']
  }
}

function raiseBound(part: Record<string, unknown>, exclusive: string, inclusive: string): void {
  const flag = part[exclusive]
  if (typeof flag !== 'boolean') return
  Reflect.deleteProperty(part, exclusive)
  if (!flag || part[inclusive] === undefined) return
  part[exclusive] = part[inclusive]
  Reflect.deleteProperty(part, inclusive)
}
