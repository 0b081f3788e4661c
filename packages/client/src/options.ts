/** What a caller may say about a request. */

/** What every request takes. */
export interface RequestOptions {
  /** Where the service runs, such as `https://plants.example.org`. A path in it is kept, a query is not. */
  readonly baseUrl: string | URL
  /** The bearer token, or a function that is asked for it before each attempt. It is never in the text of an error. */
  readonly token: string | (() => string | Promise<string>)
  /** The first so many plants, from 0 to 2147483647; all of them where it is omitted. */
  readonly limit?: number
  /** Gives up: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * How long an attempt may take, in milliseconds; with `plants`, how long nothing may arrive. 30,000 unless given. The
   * call then rejects with a `TimeoutError`.
   */
  readonly timeoutMs?: number
  /**
   * How often a request is sent again after 503 or a broken connection; 2 unless given. `Retry-After` is honoured, up to
   * half a minute; a service that asks for more is not asked again. Without it the wait is drawn at random, from up to
   * 0.2 s before the first repetition to up to 5 s.
   */
  readonly retries?: number
  /** Sends the requests, in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** For `listPlants`. */
export interface ListPlantsOptions extends RequestOptions {
  /**
   * Remembers lists with their tags, such as a `Map`: what has not changed is not sent again. It holds the plants and
   * the token, so it belongs in memory, not on a disk.
   */
  readonly cache?: ListCache
}

/** Lists that were received, by address. */
export interface ListCache {
  get(url: string): CachedList | undefined
  set(url: string, list: CachedList): unknown
}

/** A list as it was sent, and what it is good for. */
export interface CachedList {
  readonly token: string
  readonly tag: string
  readonly octets: ArrayBuffer
}
