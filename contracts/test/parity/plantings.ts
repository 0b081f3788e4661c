/** Every single small change of a tree, one at a time: what a comparison worth its name must notice. */
import { childrenOf, isObject, type Json, mapChildren, toPointer, toText } from '../json.ts'
import { referencesIn } from './references.ts'

/** One change: what was done, where, and the resulting tree. */
export interface Planting {
  readonly done: string
  readonly pointer: string
  readonly tree: Json
}

type Steps = readonly string[]

/** A value and what replaces it: another one, or nothing. */
interface Change {
  readonly done: string
  readonly at: Steps
  readonly after: readonly Json[]
}

/** The tree with the value at the steps replaced. */
const replaced = (tree: Json, [step, ...below]: Steps, after: readonly Json[]): readonly Json[] =>
  step === undefined
    ? after
    : [mapChildren(tree, (child, its) => (its === step ? replaced(child, below, after) : [child]))]

const otherLeaf = (value: Json): Json => {
  if (typeof value === 'string') return `${value}x`
  if (typeof value === 'number') return value + 1
  return value !== true
}

const otherType = (value: Json): Json => (typeof value === 'string' ? [value] : toText(value))

const withMore = (value: Json): Json => {
  if (Array.isArray(value)) return [...(value as readonly Json[]), 'planted']
  return isObject(value) ? { ...value, planted: 'planted' } : value
}

const nodesIn = (tree: Json, at: Steps = []): readonly (readonly [Steps, Json])[] => [
  [at, tree],
  ...Object.entries(childrenOf(tree) ?? {}).flatMap(([step, value]) => nodesIn(value, [...at, step])),
]

const changesOf = (at: Steps, value: Json, references: readonly string[]): readonly Change[] => {
  const deleted = at.length > 0 ? [{ done: 'deleted', at, after: [] }] : []
  if (childrenOf(value))
    return [...deleted, { done: 'added', at: [...at, 'planted'], after: [withMore(value)] }]
  const redirected = at.at(-1) === '$ref' ? references.filter((reference) => reference !== value) : []
  return [
    ...deleted,
    { done: 'changed', at, after: [otherLeaf(value)] },
    { done: 'retyped', at, after: [otherType(value)] },
    ...redirected.map((reference) => ({ done: `redirected to ${reference}:`, at, after: [reference] })),
  ]
}

/**
 * Each leaf changed, and given another type; each reference redirected to each of the others; each member and
 * item deleted; something added to each container.
 */
export const plantings = (tree: Json): Planting[] => {
  const references = [...new Set(referencesIn(tree))]
  return nodesIn(tree).flatMap(([steps, value]) =>
    changesOf(steps, value, references).flatMap(({ done, at, after }) =>
      replaced(tree, steps, after).map((planted) => ({ done, pointer: toPointer(at), tree: planted })),
    ),
  )
}
