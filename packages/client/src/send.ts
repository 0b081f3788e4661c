/** Sends a request, and sends it again if that may help. */
import type { RequestOptions } from './options.ts'

/** One attempt. */
export interface Attempt {
  readonly url: string
  readonly token: string
  /** Sends the request, with extra header fields if given, until this signal or the caller's is aborted. */
  readonly ask: (until: AbortSignal, fields?: Readonly<Record<string, string>>) => Promise<Response>
}

const maxWaitMs = 30_000

/**
 * Resolves to the result of `attempt`; a 503 is returned only from the last try. Rejects if the signal is aborted, if no
 * try got an answer, and with a `TypeError` or `RangeError` for a wrong option.
 */
export async function send<Result extends { readonly response: Response }>(
  options: RequestOptions,
  attempt: (request: Attempt) => Promise<Result>,
): Promise<Result> {
  const { signal, retries = 2 } = options
  const url = addressOf(options)
  for (let tried = 0; ; tried += 1) {
    signal?.throwIfAborted()
    const token = await tokenOf(options)
    const isLast = tried >= retries
    let waitMs = Math.random() * Math.min(200 * 2 ** tried, 5000)
    try {
      const result = await attempt({ url, token, ask: asking(url, token, options) })
      const { response } = result
      const askedMs = retryAfterMs(response.headers)
      if (response.status !== 503 || isLast || askedMs > maxWaitMs) return result
      waitMs += askedMs
      // Releases the connection: nobody reads the rest of the body.
      if (!response.bodyUsed) await response.body?.cancel()
    } catch (error) {
      // fetch throws a TypeError if the connection broke, or was never made.
      if (!(error instanceof TypeError) || isLast) throw error
    }
    await pause(waitMs, signal)
  }
}

function asking(
  url: string,
  token: string,
  { signal, fetch = globalThis.fetch }: RequestOptions,
): Attempt['ask'] {
  return (until, fields) =>
    fetch(url, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, ...fields },
      // The token must not follow a redirect.
      redirect: 'manual',
      signal: AbortSignal.any(signal === undefined ? [until] : [until, signal]),
    })
}

function addressOf({ baseUrl, limit }: RequestOptions): string {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0 && limit <= 2_147_483_647)) {
    throw new RangeError(`limit must be a whole number from 0 to 2147483647, not ${limit}`)
  }
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/*$/, '/plants')
  url.search = limit === undefined ? '' : `limit=${limit}`
  return url.href
}

/** Checks the token, because `fetch` would quote a token that it can't send in the text of its error. */
async function tokenOf({ token }: RequestOptions): Promise<string> {
  const value = typeof token === 'string' ? token : await token()
  if (!/^[\w.~+/-]+=*$/.test(value)) throw new TypeError('the token is not a bearer token')
  return value
}

/** The field holds seconds or a date (RFC 9110, 10.2.3); 0 if it is missing. */
function retryAfterMs(headers: Headers): number {
  const value = headers.get('Retry-After') ?? ''
  return Math.max(0, Number(value) * 1000 || Date.parse(value) - Date.now() || 0)
}

/** Ends at once when the signal is aborted. Rejects if it was before. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      resolve(signal?.removeEventListener('abort', end))
    }
  })
}
