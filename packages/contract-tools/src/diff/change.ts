/** One difference between two documents, and what it means for consumers and implementers. */
import type { Spot } from '../document/spot.ts'

/**
 * `major`: a client of the old contract may fail with a service of the new one. `minor`: it can't, but a client of the
 * new contract may fail with a service of the old one, or there is something new to use. `patch`: neither.
 */
export type Level = 'patch' | 'minor' | 'major'

/** Consumers call a service by the contract; implementers write one. */
type Party = 'consumers' | 'implementers'

export interface Change {
  readonly level: Level
  /** Who has to change something before the two sides fit together again. */
  readonly breaks: readonly Party[]
  /** What is different, in one sentence. */
  readonly says: string
  /** Why that matters to those it breaks, in one sentence. */
  readonly why: string
  /** Its place in the new document, or in the old one if it is gone. */
  readonly spot: Spot
  /** A text has changed: only a reader can tell whether it promises something else. */
  readonly isText?: true
}

const order: readonly Level[] = ['patch', 'minor', 'major']

/** The highest of the levels; undefined for none. */
export const highest = (levels: readonly Level[]): Level | undefined =>
  order.findLast((level) => levels.includes(level))

type Told = Pick<Change, 'says' | 'why' | 'spot'>

export const breaksConsumers = (told: Told): Change => ({ ...told, level: 'major', breaks: ['consumers'] })
export const breaksBoth = (told: Told): Change => ({
  ...told,
  level: 'major',
  breaks: ['consumers', 'implementers'],
})
export const asksOfImplementers = (told: Told): Change => ({
  ...told,
  level: 'minor',
  breaks: ['implementers'],
})
export const adds = (told: Told): Change => ({ ...told, level: 'minor', breaks: [] })
export const isHarmless = (told: Told): Change => ({ ...told, level: 'patch', breaks: [] })
/** A text has changed. */
export const isOnlyText = (told: Omit<Told, 'why'>): Change => ({
  ...isHarmless({ ...told, why: 'Read it, and raise the version by more if it promises something else.' }),
  isText: true,
})
