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
  /** Its place in the new document, or in the old one if it is gone. */
  readonly spot: Spot
  /** A text has changed: only a reader can tell whether it promises something else. */
  readonly isText: boolean
}

/** The gravest first. */
export const byGravity: readonly Level[] = ['major', 'minor', 'patch']

/** The gravest of the levels; null for none. */
export const gravest = (levels: readonly Level[]): Level | null =>
  byGravity.find((level) => levels.includes(level)) ?? null

/** Makes a change of one kind from its place, and what is different. */
export type Rate = (spot: Spot, says: string) => Change

const rate =
  (level: Level, ...breaks: readonly Party[]): Rate =>
  (spot, says) => ({ level, breaks, says, spot, isText: false })

export const breaksConsumers = rate('major', 'consumers')
export const breaksBoth = rate('major', 'consumers', 'implementers')
export const asksOfImplementers = rate('minor', 'implementers')
export const adds = rate('minor')
export const isHarmless = rate('patch')
/** A text has changed. */
export const isOnlyText: Rate = (spot, says) => ({ ...isHarmless(spot, says), isText: true })
