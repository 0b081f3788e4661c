/** How long tests wait for what is due, and how they wait for what no event reports. */
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

/** Only a test that fails waits this long. A test that waits for what must not come uses a short time of its own. */
export const patienceMs = Number(process.env['TEST_PATIENCE_MS'] ?? 60_000)

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

/** Resolves as soon as it is so; rejects when that takes too long, with what was waited for: `until the server ends`. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  if (await eventually(isSo, Boolean)) return
  throw new Error(`After ${patienceMs / 1000} s we still waited until ${what}.`)
}
