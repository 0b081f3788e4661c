/** Does long work in small pieces, so that short work never waits for long. */
import { setImmediate } from 'node:timers/promises'

/** Does a piece of work when its turn comes. The piece resolves when it is done, and handles its own errors. */
export type TakeTurn = (piece: () => Promise<void>) => void

/** How long work goes on at a time, unless one piece takes longer. A page of a thousand plants takes about as long. */
const sliceMs = 1

/** First come, first served; between two slices the event loop turns, so that everything else is done. */
export function createTurns(): TakeTurn {
  const waiting: (() => Promise<void>)[] = []
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      await setImmediate()
      const end = performance.now() + sliceMs
      do await waiting.shift()?.()
      while (waiting.length > 0 && performance.now() < end)
    }
    isWorking = false
  }

  return (piece) => {
    waiting.push(piece)
    if (!isWorking) void work()
  }
}
