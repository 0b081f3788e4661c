/** What may be wrong with arrays and objects: too many parts, too few, the wrong ones, and each part on its own. */
import { isObject } from '../../contract/pointers.ts'
import { type Source, withMember } from './right.ts'
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
} from './shape.ts'

/** A value that the validator refuses. */
export interface WrongValue {
  readonly value: unknown
  /** The pointer of the keyword that it breaks. */
  readonly keyword: string
}

/** Gives the wrong values of a part. */
type WrongIn = (demands: Demands) => readonly WrongValue[]

/** `right`: right values of the same schema. Nobody knows yet whether the values are wrong. */
export function arraysLike(
  source: Source,
  shape: Shape,
  right: readonly unknown[],
  wrongIn: WrongIn,
): readonly (readonly unknown[])[] {
  const arrays = right.filter((value) => Array.isArray(value)).map((array) => listOf(array))
  const base = arrays.find((array) => array.length > 0) ?? []
  if (arrays.length === 0) return []
  const places = [
    0,
    ...keywordsOf(shape, 'prefixItems').flatMap(([, list]) => [...listOf(list).keys()].slice(1)),
  ]
  const items = source.right(itemDemands(shape, 0))
  return [
    arrays.map((array) => array.slice(0, -1)),
    // Where items must differ, only different ones make more of them.
    [
      ...numbersOf(shape, 'maxItems').map((most) => items.slice(0, most + 1)),
      ...arrays.map((array) => array.concat(array.slice(0, 1))),
    ],
    base.length === 0
      ? []
      : [
          [base[0], base[0]],
          [...base.slice(1), base[1]],
        ],
    [[], ['abc'], [7], [{}]],
    ...places.flatMap((at) =>
      wrongIn(itemDemands(shape, at)).map(({ value }) => [
        [...base.slice(0, at), value, ...base.slice(at + 1)],
      ]),
    ),
    // Behind a right one.
    ...wrongIn(itemDemands(shape, 1))
      .slice(0, 3)
      .map(({ value }) => [[...base.slice(0, 1), value]]),
  ]
}

/** `right`: right values of the same schema. Nobody knows yet whether the values are wrong. */
export function objectsLike(
  source: Source,
  shape: Shape,
  right: readonly unknown[],
  wrongIn: WrongIn,
): readonly (readonly unknown[])[] {
  const objects = right.filter((value) => isObject(value))
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const counts = [1, ...numbersOf(shape, 'maxProperties').map((most) => Math.min(most + 1, 100))]
  const added = counts.map((count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`unexpected${at || ''}`, 'abc'])),
  )
  const isMap = isObject(keywordsOf(shape, 'additionalProperties')[0]?.[1])
  const others = isMap
    ? [{ name: 'unexpected', demands: demandsOf(shape, 'unexpected'), isRequired: false }]
    : []
  const members = [...namedMembers(source.contract, shape), ...others]
  const isPatch = members.every(({ isRequired }) => !isRequired)
  return [
    ...[...names].map((name) =>
      objects
        .filter((object) => Object.hasOwn(object, name))
        .map((object) => Object.fromEntries(Object.entries(object).filter(([other]) => other !== name))),
    ),
    added.flatMap((more) => objects.map((object) => Object.assign({}, object, more))),
    // Each member wrong on its own, the first of each first.
    ...inTurn(
      members.map(({ name, demands }) => {
        // Where members exclude each other, no object has all; and a patch may be refused for others that it has.
        const base = isPatch ? {} : (objects.find((object) => Object.hasOwn(object, name)) ?? objects[0])
        return wrongIn(demands).map(({ value }) => [withMember(base, name, value)])
      }),
    ),
  ]
}
