/** All causes as one object. */
import * as errors from './errors.ts'

/** The name of a cause, such as `invalidLimit`. */
export type ErrorCause = keyof typeof errors

/** Every cause, by name, in the order of the statuses. To name only some of them costs a page less with `./errors`. */
export const errorCatalogue = {
  malformedRequest: errors.malformedRequest,
  invalidLimit: errors.invalidLimit,
  misplacedCredential: errors.misplacedCredential,
  missingToken: errors.missingToken,
  refusedToken: errors.refusedToken,
  notFound: errors.notFound,
  methodNotAllowed: errors.methodNotAllowed,
  requestTimeout: errors.requestTimeout,
  contentTooLarge: errors.contentTooLarge,
  targetTooLong: errors.targetTooLong,
  expectationFailed: errors.expectationFailed,
  headersTooLarge: errors.headersTooLarge,
  internal: errors.internal,
  unavailable: errors.unavailable,
} as const satisfies Record<ErrorCause, errors.ErrorEntry>
