/** Long work in small pieces, so that short work never waits for long. */
import { setImmediate } from 'node:timers/promises'

/** Runs a piece of work when its turn comes; resolves and rejects as the work does. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** So much is done at a time, or one piece where that takes longer. A page of a thousand plants takes about as long. */
const sliceMs = 1

/** First come, first served; between two slices the event loop turns and everything else is done. */
export function takeTurns(): InTurn {
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
    const turn = Promise.withResolvers<void>()
    const result = turn.promise.then(piece)
    waiting.push(async () => {
      turn.resolve()
      await result.catch(() => {})
    })
    if (!isWorking) void work()
    return result
  }
}
