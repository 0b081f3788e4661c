/** The options of a request, as a caller gives them. */
import type { ListCache } from './list-cache.ts'

/** The options of every request. A wrong one is refused, with its name, before anything is sent. */
export interface RequestOptions {
  /** The http or https address of the service, such as `https://plants.example.org`. A path in it is kept, a query is not. */
  readonly baseUrl: string | URL
  /**
   * The bearer token, or a function that is called for it before each attempt. After `401` the function is called once
   * more, with the refused token, and a new token that it returns is tried. A token is never in the text of an error.
   */
  readonly token: string | ((refused?: string) => string | Promise<string>)
  /** How many plants to list at most, from 0 to 2147483647; all of them if it is omitted. */
  readonly limit?: number | undefined
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * How long an attempt may take, in milliseconds, from 1 to 2147483647; with `plants`, how long to wait for more of the
   * response. 30,000 unless given. After that the call rejects with a `TimeoutError`.
   */
  readonly timeoutMs?: number | undefined
  /**
   * How often a request is sent again after 429, 502, 503, 504 or a broken connection, from 0 to 2147483647; 2 unless
   * given. `Retry-After` is honoured, up to half a minute; a service that asks for more is not asked again. A random wait
   * is added, from up to 0.2 s before the first retry to up to 5 s.
   */
  readonly retries?: number | undefined
  /** Sends the requests in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Sent with every request, beside the client's own `Accept` and `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The options of `listPlants`. */
export interface ListPlantsOptions extends RequestOptions {
  /** Made by `listCache`, and shared by any number of calls: a list that has not changed is not sent again. */
  readonly cache?: ListCache | undefined
}

/** The address to ask. Throws a `TypeError` or a `RangeError` that names the option that is wrong, without any secret. */
export function addressOf(options: RequestOptions): string {
  for (const name of ['limit', 'retries', 'timeoutMs'] as const) {
    const value = options[name]
    if (value !== undefined && value !== (value & 2_147_483_647)) {
      throw new RangeError(`${name} must be a whole number from 0 to 2147483647, not ${value}`)
    }
  }
  const { baseUrl, limit } = options
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes a URL, though its type says otherwise
  const url = new URL(URL.canParse(baseUrl as string) ? baseUrl : 'a:')
  // What a scheme of the web is followed by is always `//`.
  if (!/^https?:..[^/@]+\//.test(url.href)) {
    throw new TypeError('baseUrl must be an http or https URL without user')
  }
  const path = url.pathname.replace(/\/*$/, '/plants')
  return url.origin + path + (limit === undefined ? '' : `?limit=${limit}`)
}
