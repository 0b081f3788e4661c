/** The error of middleware that can't go on: a cause from the contract's catalogue, and details for the log only. */
import { type ErrorCause, errorCatalogue } from '@plant-store/contracts'

/** What to add to the number and the text. */
interface HttpErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The underlying error, if the request is not to blame. It goes to the log. */
  readonly cause?: Error
}

/** For conditions that may pass soon: the caller may retry after this many seconds. */
export const tryAgain = { headers: { 'Retry-After': '1' } }

/** The caller gets status, headers and body, all from the contract; `message` and `cause` are for the log. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  declare readonly cause?: Error
  readonly status: number
  /** The contract's number for the cause. */
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  /** `{ "error": …, "message": … }` as JSON text. */
  readonly body: string

  constructor(named: ErrorCause, reason: string, { headers = {}, cause }: HttpErrorOptions = {}) {
    super(reason, { cause })
    const { status, error, message } = errorCatalogue[named]
    this.status = status
    this.number = error
    this.headers = headers
    this.body = JSON.stringify({ error, message })
  }
}
