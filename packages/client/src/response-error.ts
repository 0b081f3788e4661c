/** The error for a response that cannot be returned: in a loop over plants, and from `listPlantsOrThrow`. */
import type { ErrorResult, UnexpectedResult } from './result.ts'

/** `result` is the response. A refusal has its number in `result.body.error`. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
  readonly result: ErrorResult | UnexpectedResult

  constructor(result: ErrorResult | UnexpectedResult, options?: ErrorOptions) {
    const text =
      result.status === 'unexpected'
        ? `${result.httpStatus}: ${result.reason}`
        : `${result.status}: ${result.body.message} (${result.body.error})`
    const id = result.headers['x-request-id']
    super(id === undefined ? text : `${text} [request ${id}]`, options)
    this.result = result
  }
}
