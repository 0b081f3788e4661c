/** Does long work in small pieces, so that short work never waits for long. */
import { setImmediate } from 'node:timers/promises'

/** Does a piece of work when its turn comes. The piece resolves when it is done, and handles its own errors. */
export type TakeTurn = (piece: () => Promise<void>) => void

/** How long work goes on at a time, unless one piece takes longer. A page of a thousand plants takes about as long. */
const sliceMs = 1

/**
 * First come, first served; between two slices the event loop turns, so that everything else is done. Only the
 * processor is shared out: a piece that waits for something else has had its turn, and goes on when that has come.
 */
export function createTurns(): TakeTurn {
  const waiting: (() => Promise<void>)[] = []
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    let turned = setImmediate()
    while (waiting.length > 0) {
      await turned
      turned = setImmediate()
      const end = performance.now() + sliceMs
      // Work of the processor is done before the event loop turns, whatever promises it is made of.
      do await Promise.race([waiting.shift()?.(), turned])
      while (waiting.length > 0 && performance.now() < end)
    }
    isWorking = false
  }

  return (piece) => {
    waiting.push(piece)
    if (!isWorking) void work()
  }
}
