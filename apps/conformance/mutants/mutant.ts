/** A server that differs from the reference in one thing: a fault, or a liberty that the contract leaves. */
import { setTimeout } from 'node:timers/promises'
import type { Origin } from '../src/rules/rules.ts'
import type { Reply } from './server/ask.ts'
import type { Steps } from './server/reference.ts'
import { fixedWorld, type World } from './server/world.ts'
import { all, type Trigger } from './triggers.ts'

/** Returns the steps to replace. Called at each start, so what its closure remembers lasts for one run. */
export type Change<Own extends Steps = Steps> = (reference: Own) => Partial<Own>

/** One server of the catalogue. */
export interface Mutant {
  readonly id: string
  /** What is different, in one sentence. */
  readonly fault: string
  /** Which part of the contract it breaks; for a variant that keeps only the given part, the part it keeps. */
  readonly origin: Origin
  /** Whether it must be caught. A variant must never be accused. */
  readonly breaks: boolean
  /** `given`: it decides differently where the given contract is silent, so it is checked by that contract alone. */
  readonly only: 'given' | 'all'
  readonly world: World
  readonly change: Change
}

/**
 * A table of servers. A key is a name and the fault in a sentence. The value is the fault as code (each of several
 * changes is on top of those before it), with its triggers (it shows where all of them hold; without any, always), and
 * with its world, if that is not the usual one.
 */
export type Faults = Readonly<Record<`${string}: ${string}.`, Part | readonly Part[]>>

type Part = Change | Trigger | World

/** Tables of one subject, by the part of the contract that these servers break or, if correct, keep. */
export type Tables = Readonly<Partial<Record<Origin, Faults>>>

/** The rows of tables as servers, all of which break the contract, or none. */
export const mutantsOf = (breaks: boolean, { completed = {}, given = {} }: Tables): readonly Mutant[] => [
  ...Object.entries(completed).map(([title, row]) => toMutant(breaks, 'completed', title, [row].flat())),
  ...Object.entries(given).map(([title, row]) => toMutant(breaks, 'given', title, [row].flat())),
]

function toMutant(breaks: boolean, origin: Origin, title: string, parts: readonly Part[]): Mutant {
  const colon = title.indexOf(': ')
  const change = both(...parts.filter((part) => typeof part === 'function'))
  const triggers = parts.filter((part) => 'holds' in part)
  return {
    id: title.slice(0, colon),
    fault: title.slice(colon + 2),
    origin,
    breaks,
    only: !breaks && origin === 'given' ? 'given' : 'all',
    world: parts.find((part) => 'callers' in part) ?? fixedWorld,
    change: triggers.length === 0 ? change : on(all(...triggers), change),
  }
}

// oxlint-disable typescript/no-unsafe-type-assertion -- the last argument of every step is the request; a response, which has a status, is the first
/** Makes the change only where the trigger holds. Not for changes of the order of the checks. */
export const on =
  <Own extends Steps>({ holds, lingerMs = 0 }: Trigger, change: Change<Own>): Change<Own> =>
  (reference) => {
    const pausing = lingerMs === 0 ? reference : { ...reference, pause: () => setTimeout(lingerMs) }
    const changed = Object.entries(change(pausing)).map(([name, step]) => {
      const usual = pausing[name as keyof Own] as Step
      const choose = (...given: readonly unknown[]): unknown => {
        const ask = given.at(-1) as Parameters<Trigger['holds']>[0]
        return (holds(ask, statusOf(given[0])) ? (step as Step) : usual)(...given)
      }
      return [name, choose]
    })
    return { pause: pausing.pause, ...(Object.fromEntries(changed) as Partial<Own>) }
  }

type Step = (...given: readonly unknown[]) => unknown

/** Steps that take no response are those on the way to a list. */
const statusOf = (given: unknown): number => (given as Partial<Reply> | undefined)?.status ?? 200

// oxlint-enable typescript/no-unsafe-type-assertion

/** Several changes, each on top of those before it. */
export const both =
  <Own extends Steps>(...changes: readonly Change<Own>[]): Change<Own> =>
  (reference) => {
    const changed: Partial<Own> = {}
    for (const change of changes) Object.assign(changed, change({ ...reference, ...changed }))
    return changed
  }

/** One server with the changes of both, in the world of the first. */
export const together = (one: Mutant, other: Mutant): Mutant => ({
  ...one,
  id: `${one.id}+${other.id}`,
  fault: `${one.fault} ${other.fault}`,
  change: both(one.change, other.change),
})
