/** The state that all measurements of requests share. */
import type { Contender, ContenderName } from '../contenders.ts'
import type { LoadGenerator, LoadRequest } from '../load/load-generator.ts'
import { type Callers, divideCallers, type Load } from '../load/loads.ts'

export interface MeasureContext {
  readonly generator: LoadGenerator
  /** Each contender's ETags of the lists that are requested with a condition. */
  readonly tags: ReadonlyMap<ContenderName, Callers['tags']>
  /** How many strangers each contender has met; the next load uses others. */
  readonly strangersUsed: Map<ContenderName, number>
  readonly onProgress: (step: string) => void
}

/** The requests of a load to a contender, with the tokens of its world. */
export function requestsFor(
  load: Load,
  { name, world }: Contender,
  { tags, strangersUsed }: Pick<MeasureContext, 'tags' | 'strangersUsed'>,
): readonly LoadRequest[] {
  return load.requests(divideCallers(world, strangersUsed.get(name) ?? 0, tags.get(name) ?? new Map()))
}

/** Call this after each load. */
export function useUpStrangers(
  load: Load,
  { name }: Contender,
  reached: number,
  { strangersUsed }: Pick<MeasureContext, 'strangersUsed'>,
): void {
  strangersUsed.set(name, (strangersUsed.get(name) ?? 0) + Math.ceil(reached * load.strangers))
}
