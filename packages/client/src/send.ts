/** Sends a request, and sends it again if that may help. */
import { addressOf, type ListPlantsOptions } from './options.ts'

/** What is made of a response; `isBroken`: it broke off. */
export type Reading<Result> = readonly [result: Result, isBroken: boolean]

/** `signal` ends the response. */
type Read<Result> = (response: Response, url: string, signal: AbortSignal) => Promise<Reading<Result>>

/**
 * Resolves to what `read` makes of a response; of one that says to try again, only after the last try. `until` gives the
 * signal that ends a try. Rejects if a signal is aborted, if there is no response, and if an option is wrong.
 */
// oxlint-disable-next-line complexity -- in several functions it takes 80 bytes more in every page that uses it
export async function send<Result>(
  options: ListPlantsOptions,
  until: () => AbortSignal,
  read: Read<Result>,
): Promise<Result> {
  const { signal: cancel, retries = 2, token: given, fetch = globalThis.fetch, cache } = options
  const url = addressOf(options)
  let refused: string | undefined
  let last: Result
  for (let tried = 0; ;) {
    cancel?.throwIfAborted()
    const token = typeof given === 'function' ? await given(refused) : given
    // Checked here, because `fetch` would quote a token that it can't send in the text of its error.
    if (/^[\w.~+/-]+=*$/.exec(token)?.[0] !== token) throw new TypeError('token must be a bearer token')
    // oxlint-disable-next-line typescript/no-non-null-assertion -- both were set together
    if (token === refused) return last!
    const headers = new Headers(options.headers)
    headers.set('Accept', 'application/json')
    headers.set('Authorization', `Bearer ${token}`)
    const signal = AbortSignal.any(cancel ? [until(), cancel] : [until()])
    let waitMs = Math.random() * Math.min(200 * 2 ** tried, 5000)
    // The token must not follow a redirect.
    const response = await (cache?.(fetch) ?? fetch)(url, { headers, redirect: 'manual', signal }).catch(
      (error: Fault) => {
        signal.throwIfAborted()
        const { cause = error } = error
        // Another try can't help where fetch forbids the port, or where the certificate is wrong.
        if (tried >= retries || (cause !== error && !/^(E(?!P?R)|UND_ERR_[SC])/.test(`${cause.code}`))) {
          throw new TypeError(`no response from ${url}: ${cause.message || cause.code}`, { cause: error })
        }
      },
    )
    if (response) {
      const { status } = response
      const [result, isBroken] = await read(response, url, signal)
      if (status === 401 && token !== given && refused === undefined) {
        refused = token
        last = result
        continue
      }
      // Seconds or a date (RFC 9110, 10.2.3).
      const asked = `${response.headers.get('Retry-After')}`
      const askedMs = Number(asked) * 1000 || Date.parse(asked) - Date.now() || 0
      if (tried >= retries || askedMs > 30_000 || !(isBroken || /^(429|50[234])$/.test(`${status}`)))
        return result
      waitMs += askedMs
    }
    await pause(waitMs, cancel)
    tried += 1
  }
}

/** What fetch rejects with. Node says more in the cause, and of several addresses that it tried only the code. */
export interface Fault {
  readonly message: string
  readonly code?: string
  readonly cause?: Fault
}

/** Ends at once when the signal is aborted. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return
  await new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      resolve(signal?.removeEventListener('abort', end))
    }
  })
}
