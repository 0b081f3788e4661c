/** Times, which the tables hold in milliseconds since 1970. */

/** A time as the tables hold it. */
export function toDate(time: number | null): Date | undefined {
  return time === null ? undefined : new Date(time)
}
