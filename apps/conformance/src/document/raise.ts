/** Raises a schema of OpenAPI 3.0 to 3.1. */
import { isObject } from '../contract/pointers.ts'

/** What says nothing of values. */
const annotation = /^(?:title|description|example|default|deprecated|readOnly|writeOnly|x-.*)$/

/** Changes a schema in the words of 3.0, which some documents of 3.1 use, too, to what says the same in 3.1. */
export function raise(part: unknown): void {
  if (!isObject(part)) return
  raiseBound(part, 'exclusiveMinimum', 'minimum')
  raiseBound(part, 'exclusiveMaximum', 'maximum')
  // One that is nullable and nothing else allows everything; who writes it among others means null.
  for (const one of [part['oneOf'], part['anyOf']].flat())
    if (isObject(one) && one['nullable'] === true && saysNothing(one)) {
      one['type'] = 'null'
      delete one['nullable']
    }
  // Alternatives with a discriminator often overlap: it says which is meant.
  if ('discriminator' in part && part['anyOf'] === undefined) move(part, 'oneOf', 'anyOf')
  if (part['nullable'] === true) addNull(part)
  delete part['nullable']
}

const saysNothing = (part: object): boolean =>
  Object.keys(part).every((name) => name === 'nullable' || annotation.test(name))

function addNull(part: Record<string, unknown>): void {
  const { type, enum: values } = part
  if (saysNothing(part)) return
  if (type === undefined) {
    const own = Object.entries(part).filter(([name]) => name !== 'nullable' && !annotation.test(name))
    for (const [name] of own) Reflect.deleteProperty(part, name)
    part['anyOf'] = [Object.fromEntries(own), { type: 'null' }]
    return
  }
  part['type'] = [type, 'null'].flat()
  // 3.0.3 says that `enum` without null forbids it all the same: most who write this mean otherwise.
  if (Array.isArray(values)) part['enum'] = [...new Set([...(values as readonly unknown[]), null])]
}

function raiseBound(part: Record<string, unknown>, exclusive: string, inclusive: string): void {
  const flag = part[exclusive]
  if (typeof flag !== 'boolean') return
  Reflect.deleteProperty(part, exclusive)
  if (flag) move(part, inclusive, exclusive)
}

function move(part: Record<string, unknown>, from: string, to: string): void {
  if (part[from] !== undefined) part[to] = part[from]
  Reflect.deleteProperty(part, from)
}
