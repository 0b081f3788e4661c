/** Schemas as alternatives without references: each has the parts that hold at once, as allOf and $ref bring them. */
import { ValuePointer } from '@sinclair/typebox/value'
import { isObject, membersOf, pointerIn, pointerTo } from '../../contract/pointers.ts'
import type { AnyContract } from '../model.ts'
import { once } from '../once.ts'

export type Type = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The object at a pointer into the document. */
interface Part {
  readonly pointer: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** One alternative. */
export class Shape {
  readonly contract: AnyContract
  readonly parts: readonly Part[]
  /** Those that are named, or that the keywords are about. */
  readonly types: readonly Type[]

  constructor(contract: AnyContract, parts: readonly Part[]) {
    this.contract = contract
    this.parts = parts
    this.types = typesOf(this)
  }

  /** All of its parts. */
  get demands(): Demands {
    return demandsFor(this.contract, ...this.parts.map(({ pointer }) => pointer))
  }

  /** Whether any part has one of the keywords. */
  has(...keywords: readonly string[]): boolean {
    return keywords.some((keyword) => this.valuesOf(keyword).length > 0)
  }

  /** The values of a keyword in all parts. */
  valuesOf(keyword: string): readonly unknown[] {
    return this.parts.flatMap(({ schema }) => (Object.hasOwn(schema, keyword) ? [schema[keyword]] : []))
  }

  /** The numbers that a keyword gives. */
  numbersOf(keyword: string): readonly number[] {
    return this.valuesOf(keyword).filter((value) => typeof value === 'number')
  }

  /** The members that it names, the required ones first, without those that are `readOnly`. */
  get members(): readonly Member[] {
    const required = this.valuesOf('required').flatMap((names) => listOf(names).map(String))
    const names = this.valuesOf('properties').flatMap((all) => membersOf(all).map(([name]) => name))
    return [...new Set([...required, ...names])]
      .map((name) => ({ name, demands: this.demandsOf(name), isRequired: required.includes(name) }))
      .filter(({ demands }) => !isMarked(demands, 'readOnly'))
  }

  /** What the value of a member must satisfy, whether it is named or not. */
  demandsOf(name: string): Demands {
    const pointers = this.parts.flatMap(({ pointer, schema: { properties, additionalProperties } }) => {
      if (isObject(properties) && Object.hasOwn(properties, name))
        return [`${pointer}/properties${pointerTo(name)}`]
      return additionalProperties === undefined ? [] : [`${pointer}/additionalProperties`]
    })
    return demandsFor(this.contract, ...pointers)
  }

  /** What the item at an index must satisfy. */
  itemDemands(at: number): Demands {
    const pointers = this.parts.flatMap(({ pointer, schema: { prefixItems, items } }) => {
      if (Array.isArray(prefixItems) && at < prefixItems.length) return [`${pointer}/prefixItems/${at}`]
      return items === undefined ? [] : [`${pointer}/items`]
    })
    return demandsFor(this.contract, ...pointers)
  }
}

/** A member that an object may have: what its value must satisfy, and whether the object needs it. */
export interface Member {
  readonly name: string
  readonly demands: Demands
  readonly isRequired: boolean
}

/** At most this many alternatives are tried. */
const most = 12

const known = once<readonly Shape[]>()

/** Schemas that a value must satisfy at once, by their pointers. */
export interface Demands {
  readonly contract: AnyContract
  readonly pointers: readonly string[]
  /** Tells them from others. */
  readonly key: string
}

export const demandsFor = (contract: AnyContract, ...pointers: readonly string[]): Demands => ({
  contract,
  pointers,
  key: pointers.join(' '),
})

/** The alternatives: none where nothing can satisfy the schemas. A schema within itself adds nothing. */
export const shapesOf = ({ contract, pointers, key }: Demands): readonly Shape[] =>
  known(contract, key, () =>
    expand(contract.document, [], pointers)
      .map((parts) => new Shape(contract, parts))
      .filter(({ types }) => types.length > 0),
  )

/** The members that any of the alternatives names. */
export const membersAmong = (demands: Demands): readonly Member[] =>
  shapesOf(demands).flatMap(({ members }) => members)

/** All types that a value may have. */
export const typesAmong = (demands: Demands): ReadonlySet<Type> =>
  new Set(shapesOf(demands).flatMap(({ types }) => types))

/** Whether a keyword is true of such a value. */
export const isMarked = (demands: Demands, keyword: string): boolean =>
  shapesOf(demands).some((shape) => shape.valuesOf(keyword).includes(true))

function expand(
  document: unknown,
  parts: readonly Part[],
  [pointer, ...others]: readonly string[],
): readonly (readonly Part[])[] {
  if (pointer === undefined) return [parts]
  const value: unknown = ValuePointer.Get(document, pointer)
  if (value === false) return []
  if (parts.some((part) => part.pointer === pointer)) return expand(document, parts, others)
  const schema = Object.fromEntries(membersOf(value))
  const { $ref, if: condition } = schema
  const each = (name: string): readonly string[] =>
    listOf(schema[name]).map((_, at) => `${pointer}/${name}/${at}`)
  const all = [...(typeof $ref === 'string' ? [pointerIn($ref)] : []), ...each('allOf'), ...others]
  const choices = [
    each('anyOf').map((one) => [one]),
    each('oneOf').map((one) => [one]),
    condition === undefined ? [] : [[`${pointer}/if`, `${pointer}/then`], [`${pointer}/else`]],
  ].filter((choice) => choice.length > 0)
  const sets = choices.reduce<readonly (readonly string[])[]>(
    (before, choice) => choice.flatMap((one) => before.map((pointers) => [...pointers, ...one])),
    [[]],
  )
  const found = sets
    .slice(0, most)
    .map((set) => expand(document, [...parts, { pointer, schema }], [...set, ...all]))
  return interleave(found).slice(0, most)
}

/** None of what is no array. */
export const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])

/** The first of each list, then the second of each, and so on. */
export const interleave = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()

/** What keywords are about, for schemas without a type. */
const subjects: readonly (readonly [Type, string])[] = [
  ['object', 'properties required additionalProperties patternProperties minProperties maxProperties'],
  ['array', 'items prefixItems minItems maxItems uniqueItems'],
  ['string', 'pattern format minLength maxLength contentMediaType contentEncoding'],
  ['number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
]
const allTypes: readonly Type[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

function typesOf(shape: Pick<Shape, 'has' | 'valuesOf'>): readonly Type[] {
  const stated = [...shape.valuesOf('enum').flat(), ...shape.valuesOf('const')]
  const named = shape.valuesOf('type').map((type) => [type].flat())
  const isAllowed = (type: Type): boolean =>
    named.every((types) => types.includes(type) || (type === 'integer' && types.includes('number')))
  if (named.length === 0 && stated.length > 0) return [...new Set(stated.map((value) => typeOf(value)))]
  const about = subjects.flatMap(([type, names]) => (shape.has(...names.split(' ')) ? [type] : []))
  if (named.length === 0 && about.length > 0) return about
  const types = allTypes.filter((type) => isAllowed(type))
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types
}

/** Whole numbers are `integer`. */
function typeOf(value: unknown): Type {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object'
}
