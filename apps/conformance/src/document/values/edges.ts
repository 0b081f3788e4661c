/** Right values that differ from one in a single place: at the bounds that a document states, which a service takes if it takes what is beside them, and others. */
import { isObject } from '../../contract/pointers.ts'
import { accepts, choose, rightOf } from './right.ts'
import { lengthsOf, rangeOf } from './scalars.ts'
import { listOf, shapesOf, type Demands, type Shape } from './shape.ts'

/** A value, and the place in which it is another; for one at a bound, with values that differ from it in nothing but that. */
export interface Edge {
  readonly path: readonly string[]
  readonly value: unknown
  readonly beside: readonly unknown[]
}

/** Those within a right value: of a list, within its first item. */
export const edgesOf = (demands: Demands, value: unknown): readonly Edge[] =>
  shapesOf(demands)
    // Of alternatives, only the one that the value is of.
    .filter((shape) => accepts(shape.demands, value))
    .flatMap((shape) =>
      partsIn(shape, value)
        .flatMap(({ name, demands: own, part, put }) =>
          edgesOf(own, part).map((edge): Edge => ({
            path: [name, edge.path].flat(),
            value: put(edge.value),
            beside: edge.beside.map((one) => put(one)),
          })),
        )
        .concat(boundsAt(shape, value), valuesAt(shape, value)),
    )
    .filter((edge) => [edge.value, ...edge.beside].every((one) => accepts(demands, one)))

/** The parts of a value, each with what puts another in its place. */
function partsIn(
  shape: Shape,
  value: unknown,
): readonly { name: string | []; demands: Demands; part: unknown; put: (part: unknown) => unknown }[] {
  if (Array.isArray(value)) {
    const [part, ...rest] = listOf(value)
    return [{ name: [], demands: shape.itemDemands(0), part, put: (other) => [other, ...rest] }]
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

const edge = (value: unknown, ...beside: readonly unknown[]): Edge => ({ path: [], value, beside })

function boundsAt(shape: Shape, value: unknown): readonly Edge[] {
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

/** This many right values of one place, those first that are easily lost. */
const mostOfOne = 8

const valuesAt = ({ demands }: Shape, now: unknown): readonly Edge[] =>
  isObject(now)
    ? []
    : choose(demands, [now, false, 0, '', [], 'a'.repeat(300), ...rightOf(demands)], mostOfOne).map((one) =>
        edge(one),
      )
