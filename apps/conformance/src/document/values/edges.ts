/** Right values at the bounds that a document states: a service takes them if it takes what is beside them. */
import { isObject } from '../../contract/pointers.ts'
import { accepts, rightOf } from './right.ts'
import { lengthsOf, rangeOf } from './scalars.ts'
import { listOf, shapesOf, type Demands, type Shape } from './shape.ts'

/** A value, what is at a bound in it, and values that differ from it in nothing but that they are not there. */
export interface Edge {
  readonly what: string
  readonly value: unknown
  readonly beside: readonly unknown[]
}

/** Those within a right value: of a list, within its first item. `at` gives those of one place. */
export const edgesOf = (demands: Demands, value: unknown, at = scalarsAt): readonly Edge[] =>
  shapesOf(demands)
    // Of alternatives, only the one that the value is of.
    .filter((shape) => accepts(shape.demands, value))
    .flatMap((shape) =>
      partsIn(shape, value)
        .flatMap(({ name, demands: own, part, put }) =>
          edgesOf(own, part, at).map((edge): Edge => ({
            what: [name, edge.what].filter((one) => one !== '').join('.'),
            value: put(edge.value),
            beside: edge.beside.map((one) => put(one)),
          })),
        )
        .concat(at(shape, value)),
    )
    .filter((edge) => [edge.value, ...edge.beside].every((one) => accepts(demands, one)))

/** The parts of a value, each with what puts another in its place. */
function partsIn(
  shape: Shape,
  value: unknown,
): readonly { name: string; demands: Demands; part: unknown; put: (part: unknown) => unknown }[] {
  if (Array.isArray(value)) {
    const [part, ...rest] = listOf(value)
    return [{ name: '', demands: shape.itemDemands(0), part, put: (other) => [other, ...rest] }]
  }
  if (!isObject(value)) return []
  return shape.members.map(({ name, demands }) => ({
    name,
    demands,
    // What a member that is left out, or null, may be.
    part: value[name] ?? rightOf(demands).find((one) => one !== null),
    put: (other) => ({ ...value, [name]: other }),
  }))
}

const edge = (value: unknown, ...beside: readonly unknown[]): Edge => ({ what: '', value, beside })

function scalarsAt(shape: Shape, value: unknown): readonly Edge[] {
  if (typeof value === 'number') {
    const { min, max, step } = rangeOf(shape)
    const by = step === 0 ? 1 : step
    const stated = new Set(['minimum', 'maximum'].flatMap((name) => shape.numbersOf(name)))
    return [edge(min, min + by), edge(max, max - by)].filter((one) => stated.has(Number(one.value)))
  }
  if (typeof value !== 'string') return []
  const formats = shape.valuesOf('format')
  if (formats.includes('email') || formats.includes('date-time')) return formsOf(value)
  const { min, max } = lengthsOf(shape)
  if (shape.has('format', 'enum', 'const') || max > 2000) return []
  const longest = 'a'.repeat(max)
  return [
    edge(longest, 'a'.repeat(Math.max(min, max - 1))),
    ...['ü', '🌿'].map((one) => edge(one.repeat(max), one.repeat(Math.max(1, min)), longest)),
  ]
}

/** An address at the same host, and the same time, in forms that only some readers know. */
function formsOf(value: string): readonly Edge[] {
  const [, host] = /^[^@]+@([^@]+)$/.exec(value) ?? []
  const ms = Date.parse(value)
  if (host !== undefined)
    return [`first.last+tag@${host}`, `a%b_c@${host}`].map((one) => edge(one, `first@${host}`))
  if (Number.isNaN(ms)) return []
  const inUtc = (shift: number): string => new Date(ms + shift).toISOString().slice(0, 19)
  return [edge(`${inUtc(7_200_000)}+02:00`, `${inUtc(0)}Z`)]
}
