/** The shape of a body: which members there are, and of which kind each is. */
import { decodeContent } from '../http/content.ts'
import type { Answer } from '../exchange.ts'

/** Members and the kinds of their values, such as `name: string`. */
export type Members = ReadonlyMap<string, ReadonlySet<string>>

/** `text`: no JSON. `nothing`: no body. */
export type Shape =
  | { readonly form: 'nothing' | 'text' | 'other JSON' }
  | { readonly form: 'object'; readonly members: Members }
  /** Of all items together. */
  | { readonly form: 'list of objects'; readonly members: Members }

export function shapeOf(answer: Answer): Shape {
  const body = decodeContent(answer)
  if (body.length === 0) return { form: 'nothing' }
  try {
    return shapeOfValue(JSON.parse(body.toString()))
  } catch {
    return { form: 'text' }
  }
}

function shapeOfValue(value: unknown): Shape {
  if (isObject(value)) return { form: 'object', members: membersOf([value]) }
  return Array.isArray(value) && value.every((item) => isObject(item))
    ? { form: 'list of objects', members: membersOf(value) }
    : { form: 'other JSON' }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function membersOf(items: readonly Record<string, unknown>[]): Members {
  const members = new Map<string, Set<string>>()
  for (const [name, value] of items.flatMap((item) => Object.entries(item))) {
    members.set(name, (members.get(name) ?? new Set()).add(kindOf(value)))
  }
  return members
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** What a person reads. */
export function describeShape(shape: Shape): string {
  if (!('members' in shape)) return shape.form
  const members = [...shape.members].map(([name, kinds]) => `${name}: ${[...kinds].join(' or ')}`)
  return `${shape.form} {${members.join(', ')}}`
}

/** Where one shape departs from the other, as a validator would say it: the way there, and the keyword that fails. */
export interface Departure {
  readonly place: readonly (string | number)[]
  readonly keyword: string
}

/** Undefined where they agree. Members of items may be missing: what is not required need not be there. */
export function findDeparture(model: Shape, shape: Shape): Departure | undefined {
  if (model.form !== shape.form) return { place: [], keyword: 'type' }
  if (!('members' in model) || !('members' in shape)) return undefined
  const base = model.form === 'object' ? [] : [0]
  for (const [name, kinds] of shape.members) {
    const known = model.members.get(name)
    if (known === undefined) return { place: base, keyword: 'additionalProperties' }
    if ([...kinds].some((kind) => !known.has(kind))) return { place: [...base, name], keyword: 'type' }
  }
  const isComplete = [...model.members.keys()].every((name) => shape.members.has(name))
  return model.form === 'object' && !isComplete ? { place: [], keyword: 'required' } : undefined
}
