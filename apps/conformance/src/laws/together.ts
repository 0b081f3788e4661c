/** Many things in one request, where each of them alone must change nothing. */
import type { SentRequest } from '../exchange.ts'
import type { Probe } from './probe.ts'

/** Asks for all at once; where that is answered wrongly, for the halves. What is told has no more in it than it takes. */
export async function askTogether<Thing>(
  probe: Probe,
  things: readonly Thing[],
  toRequest: (things: readonly Thing[]) => SentRequest,
): Promise<void> {
  const request = probe.brief(toRequest(things))
  if (await probe.isRight(request)) {
    return
  }
  const halves = things.length < 2 ? [] : halve(things)
  const areRight = await Promise.all(halves.map((half) => probe.isRight(probe.brief(toRequest(half)))))
  const wrong = halves.find((_, index) => areRight[index] === false)
  // Where neither half shows it, it takes both.
  await (wrong === undefined ? probe.ask(request) : askTogether(probe, wrong, toRequest))
}

/** The second half is a thing longer where their number is odd. */
export function halve<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  const middle = things.length >> 1
  return [things.slice(0, middle), things.slice(middle)]
}
