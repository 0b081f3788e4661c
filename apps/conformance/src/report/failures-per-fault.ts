/** How many failures one fault is told as: a person who has one thing to put right should read of one thing. */

/** A server with one fault, and the headlines of the failures that it was told as. */
export interface ToldFault {
  readonly mutant: string
  readonly failures: readonly string[]
}

/**
 * The share of caught faults that were told as one failure, how many were told as how many, and each that was told as
 * several with its headlines. Empty where none was caught. It says something only of trials in which every judge went to
 * its end.
 */
export function describeFailuresPerFault(tried: readonly ToldFault[]): readonly string[] {
  const caught = tried.filter(({ failures }) => failures.length > 0)
  const several = caught.filter(({ failures }) => failures.length > 1)
  if (caught.length === 0) return []
  const one = caught.length - several.length
  const counts = [...Map.groupBy(several, ({ failures }) => failures.length)]
    .toSorted(([less], [more]) => less - more)
    .map(([count, own]) => `, ${own.length} as ${count}`)
  const share = ((100 * one) / caught.length).toFixed(1)
  return [
    `${one} of ${caught.length} faults were told as one failure (${share} %)${counts.join('')}${several.length > 0 ? ':' : '.'}`,
    ...several.map(({ mutant, failures }) => [mutant, ...failures].join('\n    ')),
  ]
}
