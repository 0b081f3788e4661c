/** Right values of any schema: the most telling first, every one accepted by the validator. */
import { isObject } from '../../contract/pointers.ts'
import type { AnyContract } from '../model.ts'
import { validatorFor } from '../schemas.ts'
import { numbersFor } from './numbers.ts'
import {
  type Demands,
  demandsOf,
  inTurn,
  itemDemands,
  keywordsOf,
  listOf,
  namedMembers,
  numbersOf,
  type Shape,
  shapesOf,
} from './shape.ts'
import { textsFor } from './texts.ts'

/** At most this many values are given for a schema. */
export const mostValues = 20
/** Longer arrays and larger objects would only measure how much a service takes. */
const mostItems = 100
/** Schemas within this many others have one value each. */
const mostNested = 5

export interface Wishes {
  /** Strings for patterns are drawn by it. */
  readonly seed?: number
  /** Values that the document shows beside the schema. */
  readonly examples?: readonly unknown[]
  /** Values of the world file. */
  readonly given?: readonly unknown[]
  /** Whether only given values will do where there are some: an id that no object has is right, and finds nothing. */
  readonly mustExist?: boolean
}

/** Values of the schema at the pointer, equal for equal wishes. None if none is found, which says nothing about whether there is one. */
export function rightValues(contract: AnyContract, schema: string, wishes: Wishes = {}): readonly unknown[] {
  const { seed = 1, examples = [], given = [], mustExist = false } = wishes
  const source = sourceOf(contract, seed)
  const known = source.choose(
    [schema],
    given.flatMap((one) => asWritten(one)),
  )
  return mustExist && known.length > 0
    ? known
    : source.choose(
        [schema],
        [...known, ...examples, ...inTurn([source.varied([schema], examples), source.right([schema])])],
      )
}

/** People write numbers as texts, too: both stand the same in a request. */
const asWritten = (value: unknown): readonly unknown[] =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? [value, Number(value)] : [value]

/** Gives right values of schemas. */
export class Source {
  readonly contract: AnyContract
  readonly #seed: number
  readonly #known = new Map<string, readonly unknown[]>()
  readonly #open = new Set<string>()

  constructor(contract: AnyContract, seed: number) {
    this.contract = contract
    this.#seed = seed
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

  /** Of a schema within itself, and of one within many others, only the simplest. */
  right(demands: Demands): readonly unknown[] {
    const key = demands.join(' ')
    if (this.#open.has(key) || this.#open.size > mostNested) return this.simplest(demands)
    return this.#find(key, demands, false)
  }

  /** Examples with one other member: a service may refuse what is made up, for reasons that no schema has. */
  varied(demands: Demands, examples: readonly unknown[]): readonly unknown[] {
    const example = examples.find((value) => isObject(value))
    if (example === undefined) return []
    const members = shapesOf(this.contract, demands).flatMap((shape) => namedMembers(this.contract, shape))
    return inTurn(
      members.map(({ name, demands: own }) =>
        this.right(own)
          .slice(1, 4)
          .map((value) => withMember(example, name, value)),
      ),
    )
  }

  /** One value, with nothing that may be left out. */
  simplest(demands: Demands): readonly unknown[] {
    const key = `${demands.join(' ')} simplest`
    return this.#open.has(key) ? [] : this.#find(key, demands, true)
  }

  #find(key: string, demands: Demands, isSimple: boolean): readonly unknown[] {
    // How deep it stands decides how much is tried within it.
    const known = `${isSimple ? '' : this.#open.size} ${key}`
    const before = this.#known.get(known)
    if (before !== undefined) return before
    this.#open.add(key)
    const lists = shapesOf(this.contract, demands).map((shape) => this.#candidates(shape, isSimple))
    this.#open.delete(key)
    const found = this.choose(demands, inTurn(lists), isSimple ? 1 : mostValues)
    this.#known.set(known, found)
    return found
  }

  #candidates(shape: Shape, isSimple: boolean): readonly unknown[] {
    const lists = shape.types.map((type): readonly unknown[] => {
      if (type === 'null') return [null]
      if (type === 'boolean') return [true, false]
      if (type === 'string') return textsFor(shape, this.#seed)
      if (type === 'array') return this.#arrays(shape, isSimple)
      return type === 'object' ? this.#objects(shape, isSimple) : numbersFor(shape)
    })
    // What the document shows is what services are tried with: it comes first, but for null.
    return [...statedIn(shape), ...inTurn(lists)]
  }

  #arrays(shape: Shape, isSimple: boolean): readonly unknown[] {
    const inner = (demands: Demands): readonly unknown[] =>
      isSimple ? this.simplest(demands) : this.right(demands)
    const least = Math.max(0, ...numbersOf(shape, 'minItems'))
    const most = Math.min(mostItems, ...numbersOf(shape, 'maxItems'))
    const contained = keywordsOf(shape, 'contains').map(([pointer]) => pointer)
    const first = inner([...itemDemands(shape, 0), ...contained])
    const fill = (count: number, from = 0): readonly unknown[] =>
      Array.from({ length: count }, (_, at) => {
        const values = at === 0 ? first : inner(itemDemands(shape, at))
        return values[(at + from) % values.length]
      })
    if (least > mostItems || (first.length === 0 && least > 0)) return []
    if (isSimple || first.length === 0) return [fill(least), fill(least + 1)]
    const counts = [Math.max(1, least), least, most, least + 1, most - 1].filter(
      (count) => count >= least && count <= most,
    )
    // Where items must differ, there may be fewer of them.
    const different = [...first.keys()].map((count) => first.slice(0, first.length - count))
    return [
      ...counts.map((count) => fill(count)),
      ...first.map((_, at) => fill(Math.max(1, least), at)),
      ...different,
    ]
  }

  #objects(shape: Shape, isSimple: boolean): readonly unknown[] {
    const named = namedMembers(this.contract, shape)
    const needed = named.filter(({ isRequired }) => isRequired)
    const valuesOf = ({ demands }: { readonly demands: Demands }): readonly unknown[] =>
      isSimple ? this.simplest(demands) : this.right(demands)
    const lean = needed.map((member) => [member.name, valuesOf(member)] as const)
    if (lean.some(([, values]) => values.length === 0)) return []
    const leanest = withFirst(lean)
    if (isSimple) return [leanest, this.#withOthers(shape, leanest)]
    const all = named
      .map((member) => [member.name, valuesOf(member)] as const)
      .filter(([, values]) => values.length > 0)
    const full = withFirst(all)
    const varied = inTurn(
      all.map(([name, values]) => values.slice(1).map((value) => withMember(full, name, value))),
    )
    const leanAnd = all.map((member) => ({ ...leanest, ...withFirst([member]) }))
    const more = [this.#withOthers(shape, full), this.#withOthers(shape, leanest)]
    // Members that exclude each other: as many as go together are had by leaving out one, or by adding one.
    const without = all.map(([name]) =>
      Object.fromEntries(Object.entries(full).filter(([other]) => other !== name)),
    )
    return [full, leanest, ...inTurn([varied, leanAnd, more, without])]
  }

  /** With members that are not named, where a schema describes such, and as many as the object needs. */
  #withOthers(shape: Shape, object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const isMap = ['additionalProperties', 'patternProperties', 'minProperties'].some((name) =>
      keywordsOf(shape, name).some(([, value]) => value !== false),
    )
    const least = Math.max(0, ...numbersOf(shape, 'minProperties')) - Object.keys(object).length
    const rules = keywordsOf(shape, 'propertyNames').map(([pointer]) => pointer)
    const patterns = keywordsOf(shape, 'patternProperties').flatMap(([, all]) => Object.keys(all ?? {}))
    const drawn = patterns.flatMap((pattern) =>
      textsFor({ types: ['string'], parts: [{ pointer: '', schema: { pattern } }] }, this.#seed),
    )
    const names = [
      ...(rules.length > 0 ? this.right(rules) : []).map(String),
      ...drawn,
      'key',
      ...Array.from({ length: mostItems }, (_, at) => `key${at}`),
    ]
    const added = names
      .filter((name) => !Object.hasOwn(object, name) && isMap)
      .slice(0, Math.max(1, least))
      .map((name) => [name, this.simplest(demandsOf(shape, name))] as const)
    return { ...object, ...withFirst(added.filter(([, values]) => values.length > 0)) }
  }
}

/** The object with a member, in place of its own of that name. */
export const withMember = (
  object: object | undefined,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> => ({
  ...object,
  [name]: value,
})

const withFirst = (
  members: readonly (readonly [string, readonly unknown[]])[],
): Readonly<Record<string, unknown>> => Object.fromEntries(members.map(([name, values]) => [name, values[0]]))

/** The values that the schema itself shows. */
export const statedIn = (shape: Shape): readonly unknown[] =>
  ['const', 'example', 'examples', 'default', 'enum'].flatMap((name) =>
    keywordsOf(shape, name).flatMap(([, value]) =>
      name === 'examples' || name === 'enum' ? listOf(value) : [value],
    ),
  )

const sources = new WeakMap<AnyContract, Map<number, Source>>()

/** Values are found once for a contract and a seed. */
export function sourceOf(contract: AnyContract, seed = 1): Source {
  const bySeed = sources.get(contract) ?? new Map<number, Source>()
  const source = bySeed.get(seed) ?? new Source(contract, seed)
  sources.set(contract, bySeed.set(seed, source))
  return source
}
