/** Keeps an error that repeats from filling the log: five hundred refusals in six seconds may have one cause. */
import { type SerializedError, stdSerializers } from 'pino'

/** For this long after an error was logged with its stack, the same error is only named and counted. */
const repeatMs = 60_000
/** More different errors than this at a time are not told apart for long. */
const maxErrors = 100

/** An error as it is logged: whole, or a repetition without a stack. `repeated`: how often since it was last whole. */
export type LoggedError = Pick<SerializedError, 'type' | 'message'> & { readonly repeated?: number }

/** Returns the function that turns an error into what the log shows. `now` is a clock in milliseconds. */
export function createErrorDescriber(
  now: () => number = () => performance.now(),
): (error: Error) => LoggedError {
  const known = new Map<string, { until: number; repeated: number }>()
  return (error: Error): LoggedError => {
    const { name: type, message } = error
    const before = known.get(`${type}: ${message}`)
    if (before !== undefined && now() < before.until) {
      before.repeated += 1
      return { type, message, repeated: before.repeated }
    }
    if (known.size >= maxErrors) known.clear()
    known.set(`${type}: ${message}`, { until: now() + repeatMs, repeated: 0 })
    const repeated = before?.repeated ?? 0
    return { ...stdSerializers.err(error), ...(repeated > 0 && { repeated }) }
  }
}
