/** A list of any length through a connection of any speed, a page at a time in memory. */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { maxPageSize, type Page, type Session } from '@plant-store/store'
import { type Fields, headFields } from '../http/answer.ts'
import type { Context } from '../http/middleware.ts'

/** What is to be streamed: `first` is the first page of the user's list, full. */
export interface PlantStream {
  readonly limit: number
  readonly first: Page
}

/**
 * Sends status, headers and the whole array. No snapshot is held while the reader takes its time: when the list changes
 * meanwhile, or the session ends, the next page rejects. Rejects when the store fails or the reader leaves, too: the
 * array is then never closed.
 */
export async function streamPlants(
  ctx: Context,
  session: Session,
  fields: Fields,
  { limit, first }: PlantStream,
): Promise<void> {
  const { res } = ctx
  ctx.respond = false
  res.writeHead(200, headFields(ctx, [...fields, 'Content-Type', 'application/json']))
  if (ctx.method === 'HEAD') {
    res.end()
    return
  }
  let page = first
  let left = limit
  let before = '['
  while (page.last !== undefined) {
    await send(res, before + JSON.stringify(page.plants).slice(1, -1))
    before = ','
    left -= page.plants.length
    page = await session.nextPage(page, Math.min(left, maxPageSize))
  }
  res.end(']')
}

/** Resolves when the reader has room for more. Rejects when it is gone. */
async function send(res: Context['res'], text: string): Promise<void> {
  if (res.destroyed) {
    throw new Error('the reader left')
  }
  if (res.write(text)) {
    // A quick reader must not keep the others waiting: they get their turn between two pages.
    await setImmediate()
  } else {
    await drained(res)
  }
}

async function drained(res: Context['res']): Promise<void> {
  const settled = new AbortController()
  const options = { signal: settled.signal }
  try {
    const left = once(res, 'close', options).then(() => {
      throw new Error('the reader left')
    })
    await Promise.race([once(res, 'drain', options), left])
  } finally {
    settled.abort()
  }
}
