/** What a layer throws when it can't go on: a cause from the contract's catalogue, and what only we may know. */
import {
  type ErrorCause,
  type ErrorEntry,
  errorCatalogue,
  type PlantStoreError,
} from '@plant-store/contracts'

/** What the caller receives beside the body. */
export type FailureHeaders = Readonly<Record<string, string>>

/**
 * A refusal or a fault. The caller gets the catalogue's number and text and nothing else;
 * `message` and `cause` are for the log.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly entry: ErrorEntry
  readonly headers: FailureHeaders

  constructor(
    named: ErrorCause,
    reason: string,
    options: { headers?: FailureHeaders; cause?: unknown } = {},
  ) {
    super(reason, { cause: options.cause })
    this.entry = errorCatalogue[named]
    this.headers = options.headers ?? {}
  }
}

/** What the caller reads of a refusal: `{ "error": …, "message": … }`. */
export function errorOf({ error, message }: ErrorEntry): PlantStoreError {
  return { error, message }
}
