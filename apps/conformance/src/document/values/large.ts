/** Right values as large as their schemas let them be. */
import { isObject } from '../../contract/pointers.ts'
import type { Source } from './right.ts'
import { type Demands, demandsOf, itemDemands, keywordsOf, numbersOf, shapesOf } from './shape.ts'
import { lengthsOf } from './texts.ts'

/** The value with each of its texts and lists as long as it may be; what has no bound, or a form of its own, stays as it is. */
export function largest(source: Source, demands: Demands, value: unknown): unknown {
  const larger = shapesOf(source.contract, demands).map((shape): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((one: unknown, at) => largest(source, itemDemands(shape, at), one))
      const most = Math.min(...numbersOf(shape, 'maxItems'))
      return Number.isFinite(most) && items.length > 0
        ? Array.from({ length: most }, (_, at) => items[at % items.length])
        : items
    }
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, largest(source, demandsOf(shape, name), one)]),
      )
    const { max } = lengthsOf(shape)
    const isFree = ['pattern', 'format', 'enum'].every((name) => keywordsOf(shape, name).length === 0)
    return typeof value === 'string' && isFree && Number.isFinite(max) ? 'ü'.repeat(max) : value
  })
  return larger.find((one) => source.accepts(demands, one)) ?? value
}
