/**
 * Imported before the service: SIGUSR2 makes its wall clock jump from one offset to the next. It shifts `Date`, the
 * service's only source of the time of day. Timers use a clock that never jumps, as when an operator sets the time.
 */
import process from 'node:process'

/** The offsets in milliseconds, used in turn. */
export const offsets = [7_200_000, 0, -86_400_000, 0] as const

const realNow = Date.now
let turn = -1
const now = (): number => realNow() + (offsets[turn % offsets.length] ?? 0)

class ShiftedDate extends Date {
  constructor(...given: readonly number[]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a year, a month and so on, or one value of any kind
    super(...((given.length === 0 ? [now()] : given) as [number]))
  }

  static override now(): number {
    return now()
  }
}

// The module is also imported by the process that sends the signal.
if (process.argv.includes('serve')) {
  process.on('SIGUSR2', () => {
    turn += 1
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing calls it without `new`
  globalThis.Date = ShiftedDate as DateConstructor
}
