/** Numbers for a schema of numbers: at its bounds and within them. None is yet known to be right. */
import { keywordsOf, numbersOf, type Shape } from './shape.ts'

/** The bounds themselves are in; Infinity where there are none. A step of 0 is that of any number. */
export interface Range {
  readonly min: number
  readonly max: number
  readonly step: number
}

export function rangeOf(shape: Shape): Range {
  const step = Math.max(shape.types.includes('integer') ? 1 : 0, ...numbersOf(shape, 'multipleOf'))
  const beside = step === 0 ? 0.5 : step
  const isShort = keywordsOf(shape, 'format').some(([, name]) => name === 'int32')
  const above = numbersOf(shape, 'exclusiveMinimum').map((bound) => bound + beside)
  const below = numbersOf(shape, 'exclusiveMaximum').map((bound) => bound - beside)
  const min = Math.max(isShort ? -(2 ** 31) : -Infinity, ...numbersOf(shape, 'minimum'), ...above)
  const max = Math.min(isShort ? 2 ** 31 - 1 : Infinity, ...numbersOf(shape, 'maximum'), ...below)
  return step === 0
    ? { min, max, step }
    : { min: Math.ceil(min / step) * step, max: Math.floor(max / step) * step, step }
}

/** The plainest first. */
export function numbersFor(shape: Shape): readonly number[] {
  const { min, max, step } = rangeOf(shape)
  const by = step === 0 ? 1 : step
  const within = Math.max(Math.min(by, max), min)
  const parts = step === 0 ? [0.5, within + 0.25, 1.1, -0.5] : []
  // 2³¹ + 1 needs more than 32 bits, 2⁵³ − 1 is the last whole number that every reader of JSON has.
  const large = max === Infinity && step <= 1 ? [2_147_483_649] : []
  const all = [within, min, max, min + by, max - by, 0, 2 * by, 10 * by, ...parts, -by, ...large]
  return all
    .filter((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER && !String(value).includes('e'))
    .map((value) => value + 0)
}
