/** Properties: whatever is generated, the answer is right. */
import * as fc from 'fast-check'
import type { SentRequest } from '../exchange.ts'
import type { Look, Probe } from './probe.ts'

/** Shrinking goes on as long as it finds something smaller, but not for ever. */
const shrinkingMs = 10_000

/**
 * Asks for so many values, side by side. The smallest request that is answered wrongly is told to the court, and
 * whatever else was seen that this one does not show.
 */
export async function forAll<Value>(
  probe: Probe,
  arbitrary: fc.Arbitrary<Value>,
  toRequest: (value: Value) => SentRequest,
  numRuns: number,
): Promise<void> {
  const { seed } = probe.subject
  const values = fc.sample(arbitrary, { seed, numRuns })
  const toBrief = (value: Value): SentRequest => probe.brief(toRequest(value))
  const looks = await Promise.allSettled(values.map((value) => probe.look(toBrief(value))))
  const wrong = looks.flatMap((look) =>
    look.status === 'fulfilled' && isNews(probe, look.value) ? [look.value] : [],
  )
  try {
    const failed = looks.find((look) => look.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const smallest = wrong.length === 0 ? [] : await shrink(probe, arbitrary, toBrief, numRuns)
    await probe.askAll(smallest.map((value) => toBrief(value)))
  } finally {
    for (const look of wrong) if (isNews(probe, look)) await probe.tell(look)
  }
}

const isNews = ({ findings }: Probe, { breaches }: Look): boolean =>
  breaches.some(({ rule }) => !findings.isTold(rule))

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
      const isRight = !isNews(probe, await probe.look(toRequest(value)))
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
