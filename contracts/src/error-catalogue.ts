/** All causes as one object. */
import * as errors from './errors.ts'

/** The name of a cause, such as `invalidLimit`. */
export type ErrorCause = keyof typeof errors

/** Every cause, by name. To name only some of them costs a page less with `./errors`. */
export const errorCatalogue: typeof errors = { ...errors }
