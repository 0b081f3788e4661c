/** Durations as people write them. */
import { InvalidArgumentError } from 'commander'

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** `90d`, `24h`, `30m`, `45s`, `2w` in milliseconds. Anything else is an `InvalidArgumentError`. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (amount === undefined || !isUnit(unit)) {
    throw new InvalidArgumentError('Write a whole number and a unit: 45s, 30m, 24h, 90d or 2w.')
  }
  return Number(amount) * unitsMs[unit]
}

function isUnit(unit: string | undefined): unit is keyof typeof unitsMs {
  return unit !== undefined && Object.hasOwn(unitsMs, unit)
}
