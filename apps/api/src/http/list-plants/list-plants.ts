/** The operation `listPlants`: the plants that the caller may see, in the order in which they were added. */
import { canonicalDecimal } from '@plant-store/contracts'
import { ListPlantsQuery } from '@plant-store/contracts/schemas'
import { maxPageSize, type Page } from '@plant-store/store'
import { HttpError, type Middleware } from '../middleware/context.ts'
import { fitting, isCurrent, makeEntityTag, respond, textOf } from '../middleware/respond.ts'
import type { PlantStreams } from './plant-stream.ts'

/** Pages up to this length are read immediately, and mostly from memory; longer ones take turns. */
const shortPage = 100

/**
 * Reads the limit, so that a short first page can be read together with the token. An invalid limit is not reported yet:
 * any fault in the token comes first.
 */
export const readLimit: Middleware = ({ headers, query, state }, next) => {
  const limit = decodeLimit(query['limit'])
  state.limit = limit
  if (!(limit instanceof HttpError) && headers['if-none-match'] === undefined) {
    const length = limit ?? shortPage
    if (length <= shortPage) state.firstLength = length
  }
  return next()
}

/** Answers with the list: a page with its length, a longer list as a stream, or 304 if the caller already has it. */
export function listPlants(streams: PlantStreams): Middleware {
  return async (ctx) => {
    const { limit, session, waitsSince } = ctx.state
    if (limit instanceof HttpError) throw limit
    if (session === undefined) throw new Error('this route does not authenticate')
    const etag = makeEntityTag(session.revision, limit)
    if (isCurrent(ctx.headers['if-none-match'], etag)) {
      ctx.set(headersOf(etag))
      ctx.status = 304
      return
    }
    // The first page is read before anything is sent, so that a store that fails here still yields a clean error.
    const { first, isWhole } = await readFirst(
      (size) => session.firstPage(size, waitsSince),
      limit ?? Infinity,
      streams,
    )
    const tag = first.revision === session.revision ? etag : makeEntityTag(first.revision, limit)
    if (isWhole) {
      respond(ctx, 200, headersOf(tag), textOf(first))
    } else {
      const body = streams.open(session, first, limit ?? Infinity)
      ctx.set(headersOf(tag))
      ctx.body = body
    }
  }
}

/**
 * A caller with a short list gets it at once, whatever the limit; anything longer than a short page takes turns.
 */
async function readFirst(
  read: (length: number) => Promise<Page>,
  limit: number,
  streams: PlantStreams,
): Promise<{ readonly first: Page; readonly isWhole: boolean }> {
  let asked = Math.min(limit, shortPage)
  let first = await read(asked)
  if (asked < limit && first.plants.length === shortPage) {
    asked = Math.min(limit, maxPageSize, Math.max(shortPage, fitting(first)))
    first = await streams.inTurn(() => read(asked))
  }
  return { first, isWhole: !first.isCut && (first.plants.length < asked || asked === limit) }
}

const maximum = required(ListPlantsQuery.properties.limit.maximum)
const maxDigits = String(maximum).length

function required(bound: number | undefined): number {
  if (bound === undefined) throw new Error('the contract sets no maximum of limit')
  return bound
}

/** The limit in the query; undefined if there is none. An `invalidLimit` is returned. */
function decodeLimit(given: string | readonly string[] | undefined): number | HttpError | undefined {
  if (given === undefined) return undefined
  // The length first, so that a thousand digits are refused without being parsed as a number.
  if (typeof given !== 'string' || given.length > maxDigits || !canonicalDecimal.test(given)) {
    return new HttpError('invalidLimit', 'limit is not one canonical decimal')
  }
  const limit = Number(given)
  return limit > maximum ? new HttpError('invalidLimit', 'limit above its maximum') : limit
}

function headersOf(etag: string): Record<string, string> {
  return {
    'Cache-Control': 'private, no-cache',
    'Content-Type': 'application/json',
    ETag: etag,
    Vary: 'Authorization',
  }
}
