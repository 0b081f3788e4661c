/** One difference between two documents, and what it means to whom. */
import type { Spot } from '../document/spot.ts'

/**
 * `major`: a client of the old contract may fail with a service of the new one. `minor`: it can't, but a client of the
 * new contract may fail with a service of the old one, or there is something new to use. `patch`: neither.
 */
export type Level = 'patch' | 'minor' | 'major'

/** Whoever calls a service by the contract, and whoever writes one. */
type Party = 'consumers' | 'implementers'

export interface Change {
  readonly level: Level
  /** Who has to do something before the two sides fit again. */
  readonly breaks: readonly Party[]
  /** What is different, in one sentence. */
  readonly says: string
  /** Why that concerns those it breaks, in one sentence. */
  readonly why: string
  /** Where it stands now; where it stood, if it is gone. */
  readonly spot: Spot
  /** A text has changed: whether it promises something else, only a reader can tell. */
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
/** A text is different. */
export const isOnlyText = (told: Omit<Told, 'why'>): Change => ({
  ...isHarmless({ ...told, why: 'Read it, and raise the version by more where it promises something else.' }),
  isText: true,
})
