/** Who may see which plants, and why: what grants are of, and what a change of them comes to. */
import type { Plant } from '@plant-store/contracts'

/** Who a plant is granted to. */
export type Subject = { readonly user: string } | { readonly group: string }

/**
 * Which plants are meant: those that match every given part; a part that lists several values matches any of them.
 * `{ all: true }` means every plant there is now.
 */
export type PlantSelection =
  | { readonly all: true }
  | {
      readonly id?: OneOrMore<number>
      readonly key?: OneOrMore<string>
      readonly name?: OneOrMore<string>
      readonly tag?: OneOrMore<string>
    }

type OneOrMore<T> = T | readonly T[]

/** A plant as the operator sees it. `key` is the plant's identity in the files it comes from, where it has one. */
export interface PlantRecord extends Plant {
  readonly id: number
  readonly key?: string
}

export interface Grant {
  readonly subject: Subject
  readonly plant: PlantRecord
}

/** How many things a selection matched, and how many of them the call changed. */
export interface Outcome {
  readonly matched: number
  readonly changed: number
}

/** Which plants a standing grant is meant of: those with one of the tags, or all, whenever they are added. */
export type StandingSelection = { readonly all: true } | { readonly tag: OneOrMore<string> }

/** What one standing grant is of. */
export type StandingPlants = { readonly all: true } | { readonly tag: string }

export interface StandingGrant {
  readonly subject: Subject
  readonly plants: StandingPlants
}

/** One way in which a user sees a plant. */
export interface Way {
  /** The group that the grant is of; undefined: the user's own grant. */
  readonly group: string | undefined
  /** What the standing grant is of; undefined: the grant is one of this plant. */
  readonly standing: StandingPlants | undefined
}

/** What a revocation left: plants that it was about and that users it was about see still. */
export interface StillSeen extends Way {
  readonly users: number
  readonly plants: number
}

/** What a revocation did. `stillSeen` has one entry for each other grant of a plant, or standing grant, or group. */
export interface RevokeOutcome extends Outcome {
  readonly stillSeen: readonly StillSeen[]
}

/** The same of standing grants, which are counted in `matched` and `changed`; of `plants` that exist now. */
export interface StandingOutcome extends Outcome {
  readonly plants: number
}

export type StandingRevokeOutcome = StandingOutcome & RevokeOutcome

/** A plant that a user sees, and through which grants. */
export interface SeenPlant {
  readonly plant: PlantRecord
  readonly through: readonly Way[]
}

/** A user who sees a plant, or would if they were not disabled, and through which grants. */
export interface SeeingUser {
  readonly user: { readonly id: number; readonly name: string; readonly disabledAt: Date | undefined }
  readonly through: readonly Way[]
}
