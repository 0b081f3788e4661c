/** Tries foreign servers by the check, some at a time, each in a process of its own. */
import { availableParallelism } from 'node:os'
import { closePool, openPool, runIn } from '../run/pool.ts'
import type { Told } from './try.ts'

/** A check waits as often as it works. */
const atOnce = 2 * availableParallelism()

/** Resolves to what became of each server, in this order. `onTold` is called as soon as it is known. Rejects on faults of the check. */
export async function tryForeign(
  ids: readonly string[],
  { onTold }: { onTold?: (told: Told) => void } = {},
): Promise<readonly Told[]> {
  const pool = openPool(new URL('try.ts', import.meta.url).href, Math.min(atOnce, ids.length))
  try {
    return await Promise.all(
      ids.map(async (id) => {
        const told = await runIn<Told>(pool, 'perform', id)
        onTold?.(told)
        return told
      }),
    )
  } finally {
    await closePool(pool)
  }
}

/** Whether a server came out as it should. */
export const isDue = ({ fate }: Told): boolean => fate === 'caught' || fate === 'kept'
