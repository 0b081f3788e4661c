/** Right values of any schema: the most telling first, every one accepted by the validator. */
import { isObject } from '../../contract/pointers.ts'
import { once } from '../once.ts'
import { validatorFor } from '../schemas.ts'
import { numbersFor, textsFor } from './scalars.ts'
import { interleave, listOf, membersAmong, shapesOf, type Demands, type Shape } from './shape.ts'

/** At most this many values are given for a schema. */
const mostValues = 20
/** Longer arrays and larger objects would only measure how much a service takes. */
const mostItems = 100
/** Schemas within this many others have one value each. */
const mostNested = 5

interface Wishes {
  /** Values that the document shows beside the schema. */
  readonly examples?: readonly unknown[]
  /** Values of the world file. */
  readonly given?: readonly unknown[]
  /** Whether only given values will do where there are some: an id that no object has is right, and finds nothing. */
  readonly mustExist?: boolean
}

/** Values of the schemas, the same each time. None if none is found, which says nothing about whether there is one. */
export function rightValues(demands: Demands, wishes: Wishes = {}): readonly unknown[] {
  const { examples = [], given = [], mustExist = false } = wishes
  const all = given.flatMap((one) => asWritten(one))
  const known = choose(demands, all)
  if (mustExist && known.length > 0) return known
  const more = interleave([varied(demands, examples), rightOf(demands)])
  return choose(demands, [...known, ...examples, ...more])
}

/** Examples with one other member: a service may refuse what is made up, for reasons that no schema has. */
function varied(demands: Demands, examples: readonly unknown[]): readonly unknown[] {
  const example = examples.find((value) => isObject(value))
  if (example === undefined) return []
  const members = membersAmong(demands).map(({ name, demands: own }) =>
    rightOf(own).map((value) => Object.assign({}, example, { [name]: value })),
  )
  return interleave(members.map((all) => all.slice(1, 4)))
}

/** People write numbers as texts, too: both stand the same in a request. */
const asWritten = (value: unknown): readonly unknown[] =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? [value, Number(value)] : [value]

export const accepts = ({ contract, pointers }: Demands, value: unknown): boolean =>
  pointers.every((pointer) => validatorFor(contract, pointer, 'request')(value).length === 0)

/** The different values that are right. */
export function choose(demands: Demands, values: readonly unknown[], most = mostValues): readonly unknown[] {
  const chosen = new Map<string, unknown>()
  for (const value of values) {
    const key = JSON.stringify(value)
    if (!chosen.has(key) && accepts(demands, value)) chosen.set(key, value)
    if (chosen.size === most) break
  }
  return [...chosen.values()]
}

const found = once<readonly unknown[]>()

/** Of a schema within itself, and of one within many others, only the simplest: one value, with nothing that may be left out. */
export function rightOf(
  demands: Demands,
  isSimple = false,
  open: readonly string[] = [],
): readonly unknown[] {
  const key = isSimple ? `${demands.key} simplest` : demands.key
  const isWithin = open.includes(key)
  if (isSimple && isWithin) return []
  if (!isSimple && (isWithin || open.length > mostNested)) return rightOf(demands, true, open)
  const within: Within = (inner, isSimplest = isSimple) => rightOf(inner, isSimplest, [...open, key])
  // How deep it stands decides how much is tried within it.
  return found(demands.contract, `${isSimple ? '' : open.length} ${key}`, () => {
    const lists = shapesOf(demands).map((shape) => candidates(shape, isSimple, within))
    return choose(demands, interleave(lists), isSimple ? 1 : mostValues)
  })
}

/** Values of a part. */
type Within = (demands: Demands, isSimplest?: boolean) => readonly unknown[]

function candidates(shape: Shape, isSimple: boolean, within: Within): readonly unknown[] {
  const lists = shape.types.map((type): readonly unknown[] => {
    if (type === 'null') return [null]
    if (type === 'boolean') return [true, false]
    if (type === 'string') return textsFor(shape)
    if (type === 'array') return arraysFor(shape, isSimple, within)
    return type === 'object' ? objectsFor(shape, isSimple, within) : numbersFor(shape)
  })
  // What the document shows is what services are tried with: it comes first, but for null.
  return [...statedIn(shape), ...interleave(lists)]
}

function objectsFor(shape: Shape, isSimple: boolean, within: Within): readonly unknown[] {
  const members = shape.members
    .filter(({ isRequired }) => isRequired || !isSimple)
    .map(({ name, demands, isRequired }) => ({ name, isRequired, values: within(demands) }))
  const needed = members.filter(({ isRequired }) => isRequired)
  if (needed.some(({ values }) => values.length === 0)) return []
  const leanest = withFirst(needed)
  if (isSimple) return [leanest, withOthers(shape, within, leanest)]
  const all = members.filter(({ values }) => values.length > 0)
  const full = withFirst(all)
  const changed = all.map(({ name, values }) =>
    values.slice(1).map((value) => Object.assign({}, full, { [name]: value })),
  )
  const leanAnd = all.map((member) => ({ ...leanest, ...withFirst([member]) }))
  const more = [withOthers(shape, within, full), withOthers(shape, within, leanest)]
  // Members that exclude each other: as many as go together are had by leaving out one, or by adding one.
  const without = all.map((member) => withFirst(all.filter((other) => other !== member)))
  return [full, leanest, ...interleave([interleave(changed), leanAnd, more, without])]
}

/** With members that are not named, where a schema describes such, and as many as the object needs. */
function withOthers(shape: Shape, within: Within, object: Members): Members {
  const least = Math.max(0, ...shape.numbersOf('minProperties')) - Object.keys(object).length
  const isMap = shape.valuesOf('additionalProperties').some((value) => value !== false)
  const names = Array.from({ length: mostItems }, (_, at) => `key${at || ''}`)
  const others = names
    .filter((name) => !Object.hasOwn(object, name))
    .slice(0, Math.max(isMap ? 1 : 0, least))
    .map((name) => ({ name, values: within(shape.demandsOf(name), true) }))
  return { ...object, ...withFirst(others.filter(({ values }) => values.length > 0)) }
}

function arraysFor(shape: Shape, isSimple: boolean, within: Within): readonly unknown[] {
  const least = Math.max(0, ...shape.numbersOf('minItems'))
  const most = Math.min(mostItems, ...shape.numbersOf('maxItems'))
  const first = within(shape.itemDemands(0))
  const fill = (count: number, from = 0): readonly unknown[] =>
    Array.from({ length: count }, (_, at) => {
      const values = at === 0 ? first : within(shape.itemDemands(at))
      return values[(at + from) % values.length]
    })
  if (least > mostItems || (first.length === 0 && least > 0)) return []
  if (isSimple || first.length === 0) return [fill(least), fill(least + 1)]
  const counts = [Math.max(1, least), least, most, least + 1, most - 1]
  return [
    ...counts.filter((count) => count >= least && count <= most).map((count) => fill(count)),
    ...first.map((_, at) => fill(Math.max(1, least), at)),
    // Where items must differ, there may be fewer of them.
    ...first.map((_, at) => first.slice(0, first.length - at)),
  ]
}

type Members = Readonly<Record<string, unknown>>

const withFirst = (
  members: readonly { readonly name: string; readonly values: readonly unknown[] }[],
): Members => Object.fromEntries(members.map(({ name, values }) => [name, values[0]]))

/** The values that the schema itself shows. */
export const statedIn = (shape: Shape): readonly unknown[] =>
  ['const', 'example', 'examples', 'default', 'enum'].flatMap((name) =>
    shape
      .valuesOf(name)
      .flatMap((value) => (name === 'examples' || name === 'enum' ? listOf(value) : [value])),
  )
