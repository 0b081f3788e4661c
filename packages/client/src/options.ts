/** The options of a request, as a caller gives them. */

/** The options of every request. */
export interface RequestOptions {
  /** The address of the service, such as `https://plants.example.org`. A path in it is kept, a query is not. */
  readonly baseUrl: string | URL
  /** The bearer token, or a function that is called for it before each attempt. It is never in the text of an error. */
  readonly token: string | (() => string | Promise<string>)
  /** How many plants to list at most, from 0 to 2147483647; all of them if it is omitted. */
  readonly limit?: number
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * How long an attempt may take, in milliseconds; with `plants`, how long to wait for more of the answer. 30,000 unless
   * given. After that the call rejects with a `TimeoutError`.
   */
  readonly timeoutMs?: number
  /**
   * How often a request is sent again after 503 or a broken connection; 2 unless given. `Retry-After` is honoured, up to
   * half a minute; a service that asks for more is not asked again. A random wait is added, from up to 0.2 s before the
   * first retry to up to 5 s.
   */
  readonly retries?: number
  /** Sends the requests in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** The options of `listPlants`. */
export interface ListPlantsOptions extends RequestOptions {
  /**
   * Remembers lists with their tags; a `Map` will do. An unchanged list is not sent again. The cache holds the plants
   * and the token, so it belongs in memory, not on a disk.
   */
  readonly cache?: ListCache
}

/** Lists that were received, by URL. */
export interface ListCache {
  get(url: string): CachedList | undefined
  set(url: string, list: CachedList): unknown
}

/** A list as it was sent, with the token and the tag that it is valid for. */
export interface CachedList {
  readonly token: string
  readonly tag: string
  readonly octets: ArrayBuffer
}
