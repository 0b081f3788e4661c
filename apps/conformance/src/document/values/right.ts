/** Right values of any schema: the most telling first, every one accepted by the validator. */
import { isObject } from '../../contract/pointers.ts'
import type { AnyContract } from '../model.ts'
import { once } from '../once.ts'
import { validatorFor } from '../schemas.ts'
import { numbersFor, textsFor } from './scalars.ts'
import {
  type Demands,
  demandsOf,
  inTurn,
  itemDemands,
  keywordsOf,
  listOf,
  membersAmong,
  namedMembers,
  numbersOf,
  type Shape,
  shapesOf,
} from './shape.ts'

/** At most this many values are given for a schema. */
export const mostValues = 20
/** Longer arrays and larger objects would only measure how much a service takes. */
const mostItems = 100
/** Schemas within this many others have one value each. */
const mostNested = 5

export interface Wishes {
  /** Values that the document shows beside the schema. */
  readonly examples?: readonly unknown[]
  /** Values of the world file. */
  readonly given?: readonly unknown[]
  /** Whether only given values will do where there are some: an id that no object has is right, and finds nothing. */
  readonly mustExist?: boolean
}

/** Values of the schema at the pointer, the same each time. None if none is found, which says nothing about whether there is one. */
export function rightValues(contract: AnyContract, schema: string, wishes: Wishes = {}): readonly unknown[] {
  const { examples = [], given = [], mustExist = false } = wishes
  const [source, demands] = [sourceOf(contract), [schema]]
  const known = source.choose(
    demands,
    given.flatMap((one) => asWritten(one)),
  )
  if (mustExist && known.length > 0) return known
  const more = inTurn([source.varied(demands, examples), source.right(demands)])
  return source.choose(demands, [...known, ...examples, ...more])
}

/** People write numbers as texts, too: both stand the same in a request. */
const asWritten = (value: unknown): readonly unknown[] =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? [value, Number(value)] : [value]

const found = once<readonly unknown[]>()

/** Gives right values of schemas. */
export class Source {
  readonly contract: AnyContract
  readonly #open = new Set<string>()

  constructor(contract: AnyContract) {
    this.contract = contract
  }

  accepts(demands: Demands, value: unknown): boolean {
    return demands.every((pointer) => validatorFor(this.contract, pointer, 'request')(value).length === 0)
  }

  /** The different values that are right. */
  choose(demands: Demands, values: readonly unknown[], most = mostValues): readonly unknown[] {
    const chosen = new Map<string, unknown>()
    for (const value of values) {
      const key = JSON.stringify(value)
      if (!chosen.has(key) && this.accepts(demands, value)) chosen.set(key, value)
      if (chosen.size === most) break
    }
    return [...chosen.values()]
  }

  /** Of a schema within itself, and of one within many others, only the simplest: one value, with nothing that may be left out. */
  right(demands: Demands, isSimple = false): readonly unknown[] {
    const key = isSimple ? `${demands.join(' ')} simplest` : demands.join(' ')
    const isWithin = this.#open.has(key)
    if (isSimple && isWithin) return []
    if (!isSimple && (isWithin || this.#open.size > mostNested)) return this.right(demands, true)
    // How deep it stands decides how much is tried within it.
    return found(this, `${isSimple ? '' : this.#open.size} ${key}`, () => {
      this.#open.add(key)
      const lists = shapesOf(this.contract, demands).map((shape) => this.#candidates(shape, isSimple))
      this.#open.delete(key)
      return this.choose(demands, inTurn(lists), isSimple ? 1 : mostValues)
    })
  }

  /** Examples with one other member: a service may refuse what is made up, for reasons that no schema has. */
  varied(demands: Demands, examples: readonly unknown[]): readonly unknown[] {
    const example = examples.find((value) => isObject(value))
    if (example === undefined) return []
    const values = membersAmong(this.contract, demands).map(({ name, demands: own }) =>
      this.right(own)
        .slice(1, 4)
        .map((value) => Object.assign({}, example, { [name]: value })),
    )
    return inTurn(values)
  }

  #candidates(shape: Shape, isSimple: boolean): readonly unknown[] {
    const within: Within = (demands) => this.right(demands, isSimple)
    const lists = shape.types.map((type): readonly unknown[] => {
      if (type === 'null') return [null]
      if (type === 'boolean') return [true, false]
      if (type === 'string') return textsFor(shape)
      if (type === 'array') return arraysFor(shape, within, isSimple)
      return type === 'object' ? this.#objects(shape, within, isSimple) : numbersFor(shape)
    })
    // What the document shows is what services are tried with: it comes first, but for null.
    return [...statedIn(shape), ...inTurn(lists)]
  }

  #objects(shape: Shape, within: Within, isSimple: boolean): readonly unknown[] {
    const members = namedMembers(this.contract, shape)
      .filter(({ isRequired }) => isRequired || !isSimple)
      .map(({ name, demands, isRequired }) => ({ name, isRequired, values: within(demands) }))
    const needed = members.filter(({ isRequired }) => isRequired)
    if (needed.some(({ values }) => values.length === 0)) return []
    const leanest = withFirst(needed)
    if (isSimple) return [leanest, this.#withOthers(shape, leanest)]
    const all = members.filter(({ values }) => values.length > 0)
    const full = withFirst(all)
    const varied = all.map(({ name, values }) =>
      values.slice(1).map((value) => Object.assign({}, full, { [name]: value })),
    )
    const leanAnd = all.map((member) => ({ ...leanest, ...withFirst([member]) }))
    const more = [this.#withOthers(shape, full), this.#withOthers(shape, leanest)]
    // Members that exclude each other: as many as go together are had by leaving out one, or by adding one.
    const without = all.map((member) => withFirst(all.filter((other) => other !== member)))
    return [full, leanest, ...inTurn([inTurn(varied), leanAnd, more, without])]
  }

  /** With members that are not named, where a schema describes such, and as many as the object needs. */
  #withOthers(shape: Shape, object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const least = Math.max(0, ...numbersOf(shape, 'minProperties')) - Object.keys(object).length
    const isMap = keywordsOf(shape, 'additionalProperties').some((value) => value !== false)
    const names = Array.from({ length: mostItems }, (_, at) => `key${at || ''}`)
    const others = names
      .filter((name) => !Object.hasOwn(object, name))
      .slice(0, Math.max(isMap ? 1 : 0, least))
      .map((name) => ({ name, values: this.right(demandsOf(shape, name), true) }))
    return { ...object, ...withFirst(others.filter(({ values }) => values.length > 0)) }
  }
}

/** Values of a part. */
type Within = (demands: Demands) => readonly unknown[]

function arraysFor(shape: Shape, within: Within, isSimple: boolean): readonly unknown[] {
  const least = Math.max(0, ...numbersOf(shape, 'minItems'))
  const most = Math.min(mostItems, ...numbersOf(shape, 'maxItems'))
  const first = within(itemDemands(shape, 0))
  const fill = (count: number, from = 0): readonly unknown[] =>
    Array.from({ length: count }, (_, at) => {
      const values = at === 0 ? first : within(itemDemands(shape, at))
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

const withFirst = (
  members: readonly { readonly name: string; readonly values: readonly unknown[] }[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(members.map(({ name, values }) => [name, values[0]]))

/** The values that the schema itself shows. */
export const statedIn = (shape: Shape): readonly unknown[] =>
  ['const', 'example', 'examples', 'default', 'enum'].flatMap((name) =>
    keywordsOf(shape, name).flatMap((value) =>
      name === 'examples' || name === 'enum' ? listOf(value) : [value],
    ),
  )

const sources = once<Source>()

/** Values are found once for a contract. */
export const sourceOf = (contract: AnyContract): Source => sources(contract, '', () => new Source(contract))
