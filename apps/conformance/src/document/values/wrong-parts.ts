/** What may be wrong with arrays and objects: too many parts, too few, the wrong ones, and each part on its own. */
import { membersOf } from '../../contract/pointers.ts'
import { type Aim, aimsAt } from './aim.ts'
import { type Source, withMember } from './right.ts'
import {
  type Demands,
  demandsOf,
  inTurn,
  itemDemands,
  keywordsOf,
  listOf,
  namedMembers,
  type Shape,
} from './shape.ts'

/** A value that the validator refuses. */
export interface WrongValue {
  readonly value: unknown
  /** The pointer of the keyword that it breaks. */
  readonly keyword: string
}

/** Gives the wrong values of a part. */
type WrongIn = (demands: Demands) => readonly WrongValue[]

/** `right`: right values of the same schema. */
export function arrayAims(
  source: Source,
  shape: Shape,
  right: readonly unknown[],
  wrongIn: WrongIn,
): readonly Aim[] {
  const arrays = right.filter((value) => Array.isArray(value)).map((array) => listOf(array))
  const base = arrays.find((array) => array.length > 0) ?? []
  const [first] = base
  const repeated = (count: number): readonly unknown[] =>
    base.length === 0 ? [] : Array.from({ length: Math.min(count, 1001) }, (_, at) => base[at % base.length])
  const items = source.right(itemDemands(shape, 0))
  const places = [
    0,
    ...keywordsOf(shape, 'prefixItems').flatMap(([, list]) => [...listOf(list).keys()].slice(1)),
  ]
  return [
    ...aimsAt(shape, 'minItems', (least) => arrays.map((array) => array.slice(0, Number(least) - 1))),
    // Where items must differ, only different ones make more of them.
    ...aimsAt(shape, 'maxItems', (most) => [items.slice(0, Number(most) + 1), repeated(Number(most) + 1)]),
    ...aimsAt(shape, 'uniqueItems', () => [
      [...base, first],
      [...base.slice(1), base[1]],
      [first, first],
    ]),
    ...aimsAt(shape, 'contains', () => [[], ['abc'], [7], [{}]]),
    ...places.flatMap((at) =>
      wrongIn(itemDemands(shape, at)).map(({ keyword, value }) => ({
        keyword,
        values: [[...base.slice(0, at), value, ...base.slice(at + 1)]],
      })),
    ),
  ]
}

type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `right`: right values of the same schema. */
export function objectAims(
  source: Source,
  shape: Shape,
  right: readonly unknown[],
  wrongIn: WrongIn,
): readonly Aim[] {
  const objects = right.filter((value) => isObject(value))
  const without = (keyword: string, names: unknown): readonly Aim[] =>
    listOf(names).map((name) => ({
      keyword,
      values: objects.map((object) =>
        Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)),
      ),
      most: 1,
    }))
  const extended = (count: number): readonly unknown[] => {
    const names = Array.from({ length: Math.min(count, 100) }, (_, at) => `unexpected${at || ''}`)
    return objects.map((object) => ({ ...object, ...Object.fromEntries(names.map((name) => [name, 'abc'])) }))
  }
  const fewer = [{}, ...objects.map((object) => Object.fromEntries(Object.entries(object).slice(1)))]
  return [
    ...keywordsOf(shape, 'required').flatMap(([keyword, names]) => without(keyword, names)),
    ...keywordsOf(shape, 'dependentRequired').flatMap(([keyword, all]) =>
      membersOf(all).flatMap(([, names]) => without(keyword, names)),
    ),
    ...['additionalProperties', 'unevaluatedProperties'].flatMap((name) =>
      aimsAt(shape, name, (allowed) => (allowed === false ? extended(1) : [])),
    ),
    ...aimsAt(shape, 'propertyNames', () => extended(1)),
    ...aimsAt(shape, 'minProperties', () => fewer),
    ...aimsAt(shape, 'maxProperties', (most) => extended(Number(most) + 1)),
    ...memberAims(source, shape, objects, wrongIn),
  ]
}

/** Each member wrong on its own, the first of each first. */
function memberAims(
  source: Source,
  shape: Shape,
  objects: readonly Members[],
  wrongIn: WrongIn,
): readonly Aim[] {
  const isMap = isObject(keywordsOf(shape, 'additionalProperties')[0]?.[1])
  const others = isMap ? [{ name: 'unexpected', demands: demandsOf(shape, 'unexpected') }] : []
  const members = [...namedMembers(source.contract, shape), ...others]
  return inTurn(
    members.map(({ name, demands }) => {
      // Where members exclude each other, no object has all.
      const base = objects.find((object) => Object.hasOwn(object, name)) ?? objects[0]
      return wrongIn(demands).map(({ keyword, value }) => ({
        keyword,
        values: [withMember(base, name, value)],
      }))
    }),
  )
}
