/**
 * The stable numbers of `error`, one per cause: clients switch on the number, people read the message. A number is never
 * given a second meaning. The first three digits are the status.
 *
 * Each cause is an export of its own, so that a bundler keeps only those that are used.
 */

/** One cause of refusal or failure: its number, the HTTP status it is sent with, the text the caller reads. */
export interface ErrorEntry {
  readonly error: number
  readonly status: number
  readonly message: string
}

export const malformedRequest = {
  error: 40000,
  status: 400,
  message: 'The request is not well-formed HTTP.',
} as const satisfies ErrorEntry
export const invalidLimit = {
  error: 40001,
  status: 400,
  message: 'limit must be a whole number from 0 to 2147483647, in plain decimal digits, given once.',
} as const satisfies ErrorEntry
export const misplacedCredential = {
  error: 40002,
  status: 400,
  message: 'Send the token once, in the Authorization header, and nowhere else.',
} as const satisfies ErrorEntry
export const missingToken = {
  error: 40101,
  status: 401,
  message: 'A bearer token is required.',
} as const satisfies ErrorEntry
export const refusedToken = {
  error: 40102,
  status: 401,
  message: 'The bearer token was not accepted.',
} as const satisfies ErrorEntry
export const notFound = {
  error: 40401,
  status: 404,
  message: 'There is nothing at this path.',
} as const satisfies ErrorEntry
export const methodNotAllowed = {
  error: 40501,
  status: 405,
  message: 'This method is not allowed here.',
} as const satisfies ErrorEntry
export const requestTimeout = {
  error: 40801,
  status: 408,
  message: 'The request did not arrive in time.',
} as const satisfies ErrorEntry
export const contentTooLarge = {
  error: 41301,
  status: 413,
  message: 'The request content is too large.',
} as const satisfies ErrorEntry
export const targetTooLong = {
  error: 41401,
  status: 414,
  message: 'The request target is too long.',
} as const satisfies ErrorEntry
export const expectationFailed = {
  error: 41701,
  status: 417,
  message: 'The expectation cannot be met.',
} as const satisfies ErrorEntry
export const headersTooLarge = {
  error: 43101,
  status: 431,
  message: 'The request header fields are too large.',
} as const satisfies ErrorEntry
export const internal = {
  error: 50001,
  status: 500,
  message: 'The service failed. The fault is ours, not yours.',
} as const satisfies ErrorEntry
export const unavailable = {
  error: 50301,
  status: 503,
  message: 'The service cannot answer now. Try again later.',
} as const satisfies ErrorEntry
