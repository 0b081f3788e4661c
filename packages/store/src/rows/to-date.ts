/** Converts times, which the tables hold in milliseconds since 1970. */

/** Converts a time of the tables. */
export function toDate(time: number | null): Date | undefined {
  return time === null ? undefined : new Date(time)
}
