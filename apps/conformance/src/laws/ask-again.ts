/** What was seen once is asked for again: to know whether it shows each time, or how often. */
import type { Sent } from './sent.ts'
import { TimeUp } from './time-up.ts'

/** So often at most. */
const maxRepeats = 9

/** Once where everything shows again, and several times where not; less often, or not at all, when the time is up. */
export async function askAgain(
  send: () => Promise<Sent>,
  showsAll: (sent: Sent) => boolean,
): Promise<readonly Sent[]> {
  const again: Sent[] = []
  try {
    do {
      again.push(await send())
    } while (again.length < maxRepeats && !again.every((sent) => showsAll(sent)))
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error
  }
  return again
}
