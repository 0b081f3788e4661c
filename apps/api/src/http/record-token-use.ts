/** Makes the store record which tokens are used: once a minute, and when the service ends. */
import type { PlantReader } from '@plant-store/store'
import type { Logger } from 'pino'

const intervalMs = 60_000
/** The last write may wait: it no longer keeps any request waiting, and there is no next attempt. */
const lastWaitMs = 1000

/** Begins at once. `end` writes what is left, and never rejects, whatever the database answers. */
export function recordTokenUse(
  store: Pick<PlantReader, 'recordTokenUse'>,
  log: Pick<Logger, 'warn'>,
): { end(): Promise<void> } {
  let isFailing = false
  let writing = Promise.resolve()

  async function write(waitMs: number): Promise<void> {
    try {
      await store.recordTokenUse(waitMs)
      isFailing = false
    } catch (error) {
      // Logged once, not every minute: the database may fail for days.
      if (!isFailing) log.warn({ reason: reasonOf(error) }, 'when tokens were last used could not be written')
      isFailing = true
    }
  }

  const timer = setInterval(() => {
    writing = writing.then(() => write(0))
  }, intervalMs)
  timer.unref()
  return {
    end: async () => {
      clearInterval(timer)
      await writing
      await write(lastWaitMs)
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
