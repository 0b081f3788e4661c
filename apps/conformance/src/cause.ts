/** Why the system did not do what it was asked for. */
import { getSystemErrorMessage } from 'node:util'

/** In the system's own words, such as `no such file or directory`. */
export const causeOf = (fault: unknown): string =>
  fault instanceof Error && 'errno' in fault && typeof fault.errno === 'number'
    ? getSystemErrorMessage(fault.errno)
    : String(fault)
