/** Right values at the bounds that a document states: a service takes them if it takes what is beside them. */
import { isObject } from '../../contract/pointers.ts'
import { type Source, withMember } from './right.ts'
import { rangeOf } from './numbers.ts'
import {
  type Demands,
  demandsOf,
  itemDemands,
  keywordsOf,
  namedMembers,
  numbersOf,
  type Shape,
  shapesOf,
} from './shape.ts'
import { lengthsOf } from './texts.ts'

/** A value, what is at a bound in it, and values that differ from it in nothing but that they are not there. */
export interface Edge {
  readonly what: string
  readonly value: unknown
  readonly beside: readonly unknown[]
}

/** Those within a right value, and those of its members that are not there by default. */
export const edgesOf = (source: Source, demands: Demands, value: unknown): readonly Edge[] =>
  shapesOf(source.contract, demands)
    // Of alternatives, only the one that the value is of.
    .filter(({ parts }) => parts.every(({ pointer }) => source.accepts([pointer], value)))
    .flatMap((shape) => {
      if (Array.isArray(value)) return itemsAt(source, shape, value)
      return isObject(value) ? membersAt(source, shape, value) : scalarsAt(shape, value)
    })
    .filter((edge) => [edge.value, ...edge.beside].every((one) => source.accepts(demands, one)))

/** Of a list, those within its first item. */
const itemsAt = (source: Source, shape: Shape, [first, ...rest]: readonly unknown[]): readonly Edge[] =>
  edgesOf(source, itemDemands(shape, 0), first).map((edge) => ({
    what: edge.what,
    value: [edge.value, ...rest],
    beside: edge.beside.map((one) => [one, ...rest]),
  }))

function membersAt(source: Source, shape: Shape, value: Readonly<Record<string, unknown>>): readonly Edge[] {
  const members = namedMembers(source.contract, shape)
  const within = members.flatMap(({ name }): readonly Edge[] =>
    edgesOf(source, demandsOf(shape, name), value[name] ?? firstOf(source, shape, name)).map((edge) => ({
      what: edge.what === '' ? name : `${name}.${edge.what}`,
      value: withMember(value, name, edge.value),
      beside: edge.beside.map((one) => withMember(value, name, one)),
    })),
  )
  const usual = members
    .filter(({ isRequired }) => !isRequired)
    .flatMap(({ name, demands }) =>
      shapesOf(source.contract, demands)
        .flatMap((one) => keywordsOf(one, 'default'))
        .map(([, one]) => ({
          what: `${name}, by default`,
          value: withMember(value, name, one),
          beside: [value],
        })),
    )
  return within.concat(usual)
}

function scalarsAt(shape: Shape, value: unknown): readonly Edge[] {
  if (typeof value === 'number') {
    const { min, max, step } = rangeOf(shape)
    const by = step === 0 ? 1 : step
    const stated = new Set(['minimum', 'maximum'].flatMap((name) => numbersOf(shape, name)))
    return [[min, min + by] as const, [max, max - by] as const]
      .filter(([bound]) => stated.has(bound))
      .map(([bound, inner]) => ({ what: '', value: bound, beside: [inner] }))
  }
  const isOf = (name: string): boolean => keywordsOf(shape, 'format').some(([, own]) => own === name)
  if (typeof value === 'string' && (isOf('email') || isOf('date-time'))) return formsOf(value)
  const { min, max } = lengthsOf(shape)
  const isFree = ['format', 'enum', 'const'].every((name) => keywordsOf(shape, name).length === 0)
  if (typeof value !== 'string' || !isFree || max > 2000) return []
  const ofOther = ['ü', '🌿'].map((one) => ({
    what: '',
    value: one.repeat(max),
    beside: [one.repeat(Math.max(1, min)), 'a'.repeat(max)],
  }))
  return [{ what: '', value: 'a'.repeat(max), beside: ['a'.repeat(Math.max(min, max - 1))] }, ...ofOther]
}

/** What a member that is left out, or null, may be. */
const firstOf = (source: Source, shape: Shape, name: string): unknown =>
  source.right(demandsOf(shape, name)).find((one) => one !== null)

/** An address at the same host, and the same time, in forms that only some readers know. */
function formsOf(value: string): readonly Edge[] {
  const [, host] = /^[^@]+@([^@]+)$/.exec(value) ?? []
  const ms = Date.parse(value)
  if (host !== undefined)
    return [`first.last+tag@${host}`, `a%b_c@${host}`].map((one) => ({
      what: '',
      value: one,
      beside: [`first@${host}`],
    }))
  if (Number.isNaN(ms)) return []
  const inUtc = (shift: number): string => new Date(ms + shift).toISOString().slice(0, 19)
  return [{ what: '', value: `${inUtc(7_200_000)}+02:00`, beside: [`${inUtc(0)}Z`] }]
}
