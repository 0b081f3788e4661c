/** Many things in one request, where each of them alone must change nothing. */
import type { SentRequest } from '../exchange.ts'
import type { Probe } from './probe.ts'

/** Asks for all at once; where that is answered wrongly, for the halves. What is told has no more in it than it takes. */
export async function askTogether<Thing>(
  probe: Probe,
  things: readonly Thing[],
  toRequest: (things: readonly Thing[]) => SentRequest,
): Promise<void> {
  const whole = await probe.look(probe.brief(toRequest(things)))
  if (whole.breaches.every(({ rule }) => probe.findings.isTold(rule))) return
  try {
    const halves = things.length < 2 ? [] : halve(things)
    // Each half may have a fault of its own.
    for (const half of halves) await askTogether(probe, half, toRequest)
  } finally {
    // What neither half shows takes both, or shows only now and then.
    await probe.tell({
      ...whole,
      breaches: whole.breaches.filter(({ rule }) => !probe.findings.isTold(rule)),
    })
  }
}

/** The second half is a thing longer where their number is odd. */
export function halve<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  const middle = things.length >> 1
  return [things.slice(0, middle), things.slice(middle)]
}
