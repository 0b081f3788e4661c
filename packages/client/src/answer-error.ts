/** The error for an answer that cannot be returned: in a loop over plants. */
import type { ErrorResult, UnexpectedResult } from './result.ts'

/** `result` is the answer. A refusal has its number in `result.body.error`. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly result: ErrorResult | UnexpectedResult

  constructor(result: ErrorResult | UnexpectedResult, options?: ErrorOptions) {
    const text =
      result.status === 'unexpected'
        ? `${result.httpStatus}: ${result.reason}`
        : `${result.status}: ${result.body.message} (${result.body.error})`
    super(text, options)
    this.result = result
  }
}
