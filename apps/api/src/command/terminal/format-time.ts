/** Times for people. */

/** To the minute, in UTC, as `2027-01-31 09:30 UTC`; `never` for none. */
export function formatTime(time: Date | undefined): string {
  return time === undefined ? 'never' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
