/** A page that uses the client: bundled by the test, run in a browser. */
import {
  ResponseError,
  listCache,
  listPlants,
  type ListPlantsOptions,
  plants,
  type RequestOptions,
} from '@plant-store/client'

/** How a loop over plants went. */
interface Loop {
  readonly count: number
  readonly first: string | undefined
  readonly error: string | undefined
}

async function count(options: RequestOptions, upTo = Infinity): Promise<Loop> {
  let seen = 0
  let first: string | undefined
  try {
    for await (const { name } of plants(options)) {
      first ??= name
      seen += 1
      if (seen === upTo) break
    }
    return { count: seen, first, error: undefined }
  } catch (error) {
    return { count: seen, first, error: error instanceof ResponseError ? error.message : String(error) }
  }
}

/** The response in a form that can leave the page; for an error, its name. */
async function list(options: ListPlantsOptions): Promise<unknown> {
  try {
    const { headers: _, ...result } = await listPlants(options)
    return result
  } catch (error) {
    return error instanceof Error || error instanceof DOMException ? error.name : String(error)
  }
}

const cache = listCache()

Object.assign(globalThis, {
  page: {
    list,
    count,
    listCached: (options: ListPlantsOptions) => list({ ...options, cache }),
    listAborted: (options: ListPlantsOptions) => list({ ...options, signal: AbortSignal.abort() }),
  },
})
