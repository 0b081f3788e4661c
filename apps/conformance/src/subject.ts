/** What is checked, and what is known about it. */
import type { Address, Credential, Credentials } from '@plant-store/raw-http'

/** A user: their credential, and the plants that the service owes them, in order; undefined if they are not known. */
export interface Caller extends Credential {
  /** What profiles call them. */
  readonly name?: string | undefined
  /** Values for parameters by name, such as ids, that no other caller may see anything of. */
  readonly values?: Subject['values']
  readonly plants?: readonly { readonly name: string; readonly tag?: string }[] | undefined
}

/** How much is tried: `quick` for every change, `standard`, or `deep` before a release. */
export type Budget = 'quick' | 'standard' | 'deep'

/** The longest a check may take: most services need a fraction, but a deep check goes on with random sessions until then. */
export const budgetMs: Readonly<Record<Budget, number>> = {
  quick: 60_000,
  standard: 300_000,
  deep: 1_500_000,
}

/** The service under verdict. */
export interface Subject extends Credentials, Address {
  readonly callers: readonly Caller[]
  /** Credentials that were good once, or look as if they were: expired, revoked. They must be refused. */
  readonly refused: readonly Credential[]
  /** Values for parameters by name, such as ids of things that exist. */
  readonly values?: Readonly<Record<string, readonly unknown[]>> | undefined
  /** `given` leaves out every rule of origin `completed`. */
  readonly only: 'given' | 'all'
  readonly seed: number
  readonly budget: Budget
  /** The ids of operations that are not asked for anything. */
  readonly leftOut?: readonly string[]
  /** At most so many requests per second, of all checkers together. */
  readonly rate?: number
  /** How long the check may take, in place of the time of its budget. */
  readonly timeMs?: number
  /** Less than this share, in percent, of what the run could show is no verdict; 0 takes whatever it showed. */
  readonly atLeast?: number
}

/** Where no other share is asked for. */
export const usualAtLeast = 90

/** How long a check of this subject may take. */
export const timeOf = ({ budget, timeMs = budgetMs[budget] }: Subject): number => timeMs

/** The callers that stand for all, so that a service that handles one request at a time is not overrun. */
export const firstCallers = ({ callers }: Subject): readonly Caller[] => callers.slice(0, 5)
