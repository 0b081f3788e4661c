/** Wrong values of any schema: each breaks one keyword, and nothing else where that can be had. */
import type { AnyContract } from '../model.ts'
import { validatorFor } from '../schemas.ts'
import { type Aim, aimsAt } from './aim.ts'
import { type Source, sourceOf } from './right.ts'
import { type Demands, inTurn, keywordsOf, listOf, type Shape, shapesOf } from './shape.ts'
import { arrayAims, isObject, objectAims, type WrongValue } from './wrong-parts.ts'
import { samples, scalarAims } from './wrong-scalars.ts'

/** More only where more keywords are to be broken, each once. */
const mostValues = 30
const mostKeywords = 60
/** What is within more others than this is never wrong on its own. */
const mostNested = 3

/** Values that the schema at the pointer refuses, the most telling first. */
export const wrongValues = (contract: AnyContract, schema: string): readonly WrongValue[] =>
  wrongOf(sourceOf(contract), [schema], [])

const known = new WeakMap<Source, Map<string, readonly WrongValue[]>>()

function wrongOf(source: Source, demands: Demands, within: readonly string[]): readonly WrongValue[] {
  const key = demands.join(' ')
  if (demands.length === 0 || within.includes(key) || within.length > mostNested) return []
  const bySource = known.get(source) ?? new Map<string, readonly WrongValue[]>()
  known.set(source, bySource)
  const found = bySource.get(`${within.length} ${key}`) ?? findWrong(source, demands, [...within, key])
  bySource.set(`${within.length} ${key}`, found)
  return found
}

function findWrong(source: Source, demands: Demands, within: readonly string[]): readonly WrongValue[] {
  const right = source.right(demands)
  const wrongIn = (inner: Demands): readonly WrongValue[] => wrongOf(source, inner, within)
  const aims = shapesOf(source.contract, demands).flatMap((shape) =>
    [
      alternativeAims(source, shape, right),
      scalarAims(shape, right),
      arrayAims(source, shape, right, wrongIn),
      objectAims(source, shape, right, wrongIn),
    ].flat(),
  )
  const hits = aims.map((aim) => hitsOf(source.contract, demands, aim)).filter((hit) => hit.length > 0)
  const different = new Map<string, WrongValue>()
  for (const wrong of inTurn(hits)) {
    const text = JSON.stringify(wrong.value)
    if (!different.has(text)) different.set(text, wrong)
  }
  return [...different.values()].slice(0, Math.max(mostValues, Math.min(mostKeywords, hits.length)))
}

/** The values of an aim that are wrong: those that break only its keyword, or else those that break it at all. */
function hitsOf(
  contract: AnyContract,
  demands: Demands,
  { keyword, values, most = 2 }: Aim,
): readonly WrongValue[] {
  const ranked = values.flatMap((value) => {
    const faults = demands.flatMap((pointer) => validatorFor(contract, pointer, 'request')(value))
    const others = faults.filter((fault) => fault.pointer !== keyword).length
    const rank = others === 0 ? 0 : others < faults.length ? 1 : 2
    return faults.length === 0 ? [] : [{ rank, wrong: { value, keyword } }]
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked.flatMap(({ rank, wrong }) => (rank === best ? [wrong] : [])).slice(0, most)
}

/** What fits no alternative, too many, or the one that is excluded. */
function alternativeAims(source: Source, shape: Shape, right: readonly unknown[]): readonly Aim[] {
  const base = right.find((value) => isObject(value)) ?? {}
  const merged = (values: readonly unknown[]): readonly unknown[] =>
    values.flatMap((value) => (isObject(value) ? [value, Object.assign({ ...base }, value)] : [value]))
  const many = keywordsOf(shape, 'oneOf').map(([keyword, branches]) => {
    const all = [...listOf(branches).keys()].slice(0, 5).map((at) => `${keyword}/${at}`)
    const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]))
    return { keyword, values: merged(pairs.flatMap((pair) => source.right(pair).slice(0, 3))) }
  })
  return [
    ...['anyOf', 'oneOf'].flatMap((name) => aimsAt(shape, name, () => samples)),
    ...many,
    ...keywordsOf(shape, 'not').map(([keyword]) => ({ keyword, values: merged(source.right([keyword])) })),
  ]
}
