/** Who may see which plants and why: what can be granted, and the outcome of a change to grants. */
import type { Plant } from '@plant-store/contracts'

/** Who a plant is granted to. */
export type Subject = { readonly user: string } | { readonly group: string }

/**
 * Selects the plants that match every given part; a part that lists several values matches any of them. `{ all: true }`
 * selects every plant that exists now.
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

/** A plant as the operator sees it. `key` identifies the plant in the files it comes from, if it has a key. */
export interface PlantRecord extends Plant {
  readonly id: number
  readonly key?: string
}

export interface Grant {
  readonly subject: Subject
  readonly plant: PlantRecord
}

/** How many items a selection matched, and how many of them the call changed. */
export interface Outcome {
  readonly matched: number
  readonly changed: number
}

/** The plants that a standing grant covers: those with one of the tags, or all, whenever they are added. */
export type StandingSelection = { readonly all: true } | { readonly tag: OneOrMore<string> }

/** The plants that one standing grant covers. */
export type StandingPlants = { readonly all: true } | { readonly tag: string }

export interface StandingGrant {
  readonly subject: Subject
  readonly plants: StandingPlants
}

/** One way in which a user sees a plant. */
export interface GrantSource {
  /** The group that holds the grant; undefined: the user's own grant. */
  readonly group: string | undefined
  /** What the standing grant covers; undefined: the grant is for this plant alone. */
  readonly standing: StandingPlants | undefined
}

/** What a revocation left: plants it was about that users it was about can still see. */
export interface StillSeen extends GrantSource {
  readonly users: number
  readonly plants: number
}

/** The outcome of a revocation. `stillSeen` has one entry for each other grant of a plant, standing grant or group. */
export interface RevokeOutcome extends Outcome {
  readonly stillSeen: readonly StillSeen[]
}

/** An outcome for standing grants, which `matched` and `changed` count; `plants` counts the plants that exist now. */
export interface StandingOutcome extends Outcome {
  readonly plants: number
}

export type StandingRevokeOutcome = StandingOutcome & RevokeOutcome

/** A plant that a user sees, and the grants that show it. */
export interface SeenPlant {
  readonly plant: PlantRecord
  readonly through: readonly GrantSource[]
}

/** A user who sees a plant, or would if they were not disabled, and the grants that show it. */
export interface SeeingUser {
  readonly user: { readonly id: number; readonly name: string; readonly disabledAt: Date | undefined }
  readonly through: readonly GrantSource[]
}
