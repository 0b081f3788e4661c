/** A server that is like the reference but for one thing: a fault, or a liberty that the contract leaves. */
import type { Origin } from '../rules/rule.ts'
import type { Demonstration } from './demonstration.ts'
import type { Steps } from './reference.ts'
import { fixedWorld, type World } from './world.ts'

/** The kinds of faults, and the correct variants. */
export type MutantClass =
  | 'body of a plant'
  | 'body of an error'
  | 'status'
  | 'headers'
  | 'authentication'
  | 'access'
  | 'grammar of limit'
  | 'meaning of limit'
  | 'methods and paths'
  | 'time and state'
  | 'variant'

/** The steps to replace. Called at each start: what it remembers in its closure, it remembers of one run. */
export type Change = (reference: Steps) => Partial<Steps>

/** One server of the catalogue. */
export interface Mutant {
  readonly id: string
  readonly class: MutantClass
  /** What is different, in one sentence. */
  readonly fault: string
  /** Which part of the contract it breaks; of a variant that keeps the given part alone, the part it keeps. */
  readonly origin: Origin
  /** Whether it must be caught. A variant must never be accused. */
  readonly breaks: boolean
  /** `given`: it decided otherwise where the given contract is silent, so only that may be its judge. */
  readonly only: 'given' | 'all'
  readonly world: World
  readonly change: Change
}

/** A correct server. Nobody catches it: that it differs from the reference has to be shown. */
export interface Variant extends Mutant {
  readonly breaks: false
  /** A request, or several, that the reference answers otherwise. */
  readonly demonstration: Demonstration
}

type DescribeFault = (id: string, fault: string, change: Change, world?: World) => Mutant

/** Describes mutants of one class that break the contract: its given part, or what completes it. */
export function faultsOf(kind: MutantClass): Readonly<Record<Origin, DescribeFault>> {
  const describeAs =
    (origin: Origin): DescribeFault =>
    (id, fault, change, world = fixedWorld) => ({
      id,
      class: kind,
      fault,
      origin,
      breaks: true,
      only: 'all',
      world,
      change,
    })
  return { given: describeAs('given'), completed: describeAs('completed') }
}

type DescribeVariant = (
  id: string,
  fault: string,
  demonstration: Demonstration,
  change: Change,
  world?: World,
) => Variant

/** Describes a server that keeps the whole contract, in a way of its own. */
export const variant: DescribeVariant = (id, fault, demonstration, change, world = fixedWorld) => ({
  id,
  class: 'variant',
  fault,
  origin: 'completed',
  breaks: false,
  only: 'all',
  demonstration,
  world,
  change,
})

/** Describes a server that keeps the given contract, and decided otherwise where that one is silent. */
export const givenVariant: DescribeVariant = (...described) => ({
  ...variant(...described),
  origin: 'given',
  only: 'given',
})
