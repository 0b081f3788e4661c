/** Properties: whatever is generated, the answer is right. */
import * as fc from 'fast-check'
import type { SentRequest } from '../exchange.ts'
import type { Probe } from './probe.ts'

/** Shrinking goes on as long as it finds something smaller, but not for ever. */
const shrinkingMs = 10_000

/** Asks for so many values, side by side. The smallest request that is answered wrongly is told to the court. */
export async function forAll<Value>(
  probe: Probe,
  arbitrary: fc.Arbitrary<Value>,
  toRequest: (value: Value) => SentRequest,
  numRuns: number,
): Promise<void> {
  const { seed } = probe.subject
  const values = fc.sample(arbitrary, { seed, numRuns })
  const toBrief = (value: Value): SentRequest => probe.brief(toRequest(value))
  const areRight = await Promise.all(values.map((value) => probe.isRight(toBrief(value))))
  const wrong = values.filter((_, index) => areRight[index] === false)
  if (wrong.length > 0) {
    const smaller = await shrink(probe, arbitrary, toBrief, numRuns)
    await probe.askAll([...smaller, ...wrong.slice(0, 1)].slice(0, 1).map((value) => toBrief(value)))
  }
}

/** One after the other, as shrinking takes it. Resolves to the smallest value, or to none. */
async function shrink<Value>(
  probe: Probe,
  arbitrary: fc.Arbitrary<Value>,
  toRequest: (value: Value) => SentRequest,
  numRuns: number,
): Promise<readonly Value[]> {
  const thrown: unknown[] = []
  // While it shrinks, each failing value is smaller than the one before.
  const failing: Value[] = []
  const holds = async (value: Value): Promise<boolean> => {
    try {
      const isRight = await probe.isRight(toRequest(value))
      failing.push(...(isRight ? [] : [value]))
      return isRight
    } catch (error) {
      thrown.push(error)
      return false
    }
  }
  const plugins = [fc.interruptAfterTimeLimit(shrinkingMs)]
  await fc.check(fc.asyncProperty(arbitrary, holds), { seed: probe.subject.seed, numRuns, plugins })
  if (thrown.length > 0) {
    throw thrown[0]
  }
  return failing.slice(-1)
}
