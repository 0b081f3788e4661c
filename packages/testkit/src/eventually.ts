/** Waiting for what no event reports, such as the end of a process that is not ours. */
import { setTimeout } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

const betweenLooksMs = 20

/** Resolves to the value as soon as it is due; to the last value seen when that takes too long. */
export async function eventually<Value>(
  look: () => Value | Promise<Value>,
  isDue: (value: Value) => boolean,
): Promise<Value> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const value = await look()
    if (isDue(value) || performance.now() > deadline) return value
    await setTimeout(betweenLooksMs)
  }
}
