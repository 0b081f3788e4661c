/** Remembers lists with their tags, so that an unchanged list is not sent again. */
import { isPlants } from '@plant-store/contracts/validators'

/** Made by `listCache`: puts the cache in front of a `fetch`. */
export type ListCache = (fetch: typeof globalThis.fetch) => typeof globalThis.fetch

/** How much is kept: the lists that were used last. */
export interface ListCacheOptions {
  /** 100 unless given. */
  readonly maxLists?: number | undefined
  /** The sum of the lists as they were sent; 50,000,000 unless given. */
  readonly maxBytes?: number | undefined
}

interface Kept {
  readonly tag: string
  readonly bytes: ArrayBuffer
}

/**
 * A cache for the option `cache` of any number of calls. A list is found only by the same address, token and other header
 * fields, and given only if the service says that it is current. Lists and tokens are in memory.
 */
export function listCache({ maxLists = 100, maxBytes = 50_000_000 }: ListCacheOptions = {}): ListCache {
  const lists = new Map<string, Kept>()
  let total = 0
  const drop = (key: string): void => {
    total -= lists.get(key)?.bytes.byteLength ?? 0
    lists.delete(key)
  }
  const keep = (key: string, list: Kept): void => {
    drop(key)
    lists.set(key, list)
    total += list.bytes.byteLength
    for (const oldest of lists.keys()) if (lists.size > maxLists || total > maxBytes) drop(oldest)
  }
  return (fetch) => async (url, init) => {
    const headers = new Headers(init?.headers)
    const key = [new Request(url).url, ...headers].join('\n')
    const kept = lists.get(key)
    if (kept !== undefined) headers.set('If-None-Match', kept.tag)
    const response = await fetch(url, { ...init, headers })
    if (kept !== undefined && response.status === 304) {
      keep(key, kept)
      const fields = new Headers(response.headers)
      fields.set('Content-Type', 'application/json')
      return new Response(kept.bytes, { headers: fields })
    }
    const tag = response.headers.get('ETag')
    if (tag !== null && response.status === 200) {
      // If the response breaks off, the caller meets that when reading it.
      const bytes = await response
        .clone()
        .arrayBuffer()
        .catch(() => undefined)
      if (bytes !== undefined && isList(bytes)) keep(key, { tag, bytes })
    }
    return response
  }
}

function isList(bytes: ArrayBuffer): boolean {
  try {
    return isPlants(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return false
  }
}
