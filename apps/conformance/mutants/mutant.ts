/** A server that is like the reference but for one thing: a fault, or a liberty that the contract leaves. */
import { setTimeout } from 'node:timers/promises'
import type { Origin } from '../src/rules/rule.ts'
import type { Reply } from './server/ask.ts'
import type { Steps } from './server/reference.ts'
import { fixedWorld, type World } from './server/world.ts'
import { all, always, type Trigger, type TriggerKind } from './triggers.ts'

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
  /** When it shows. */
  readonly trigger: TriggerKind
  /** Which part of the contract it breaks; of a variant that keeps the given part alone, the part it keeps. */
  readonly origin: Origin
  /** Whether it must be caught. A variant must never be accused. */
  readonly breaks: boolean
  /** `given`: it decided otherwise where the given contract is silent, so only that may be its judge. */
  readonly only: 'given' | 'all'
  readonly world: World
  readonly change: Change
}

/**
 * A table of servers. Behind the name of each and its fault in a sentence stands the fault as code (of several changes each is
 * on top of those before it), and beside it when it shows (always, or where all of these triggers hold), and its world, where
 * that is not the usual one.
 */
export type Faults = Readonly<Record<`${string}: ${string}.`, Part | readonly Part[]>>

type Part = Change | Trigger | World

/** Tables of one subject, by the part of the contract that these servers break; or, of correct ones, keep. */
export type Tables = Readonly<Partial<Record<Origin, Faults>>>

/** The rows of tables as servers. */
export const mutantsOf = (kind: MutantClass, { completed = {}, given = {} }: Tables): readonly Mutant[] => [
  ...Object.entries(completed).map(([title, row]) => toMutant(kind, 'completed', title, [row].flat())),
  ...Object.entries(given).map(([title, row]) => toMutant(kind, 'given', title, [row].flat())),
]

function toMutant(kind: MutantClass, origin: Origin, title: string, parts: readonly Part[]): Mutant {
  const colon = title.indexOf(': ')
  const change = both(...parts.filter((part) => typeof part === 'function'))
  const triggers = parts.filter((part) => 'kind' in part)
  const trigger = triggers.length === 0 ? always : all(...triggers)
  const breaks = kind !== 'variant'
  return {
    id: title.slice(0, colon),
    class: kind,
    fault: title.slice(colon + 2),
    trigger: trigger.kind,
    origin,
    breaks,
    only: !breaks && origin === 'given' ? 'given' : 'all',
    world: parts.find((part) => 'callers' in part) ?? fixedWorld,
    change: trigger === always ? change : on(trigger, change),
  }
}

/** The same in another world than the usual one. */
export const inWorld = (world: World, rows: Faults): Faults =>
  Object.fromEntries(Object.entries(rows).map(([title, row]) => [title, [row, world].flat()]))

/** A part of a sentence, and what it says as code. */
type Words<Meaning> = Readonly<Record<string, readonly [words: string, meaning: Meaning]>>

/** Each of these faults with each of these triggers: "lists are empty" "behind HEAD on the same connection". */
export const combined = (faults: Words<Change>, triggers: Words<Trigger>): Faults =>
  Object.fromEntries(
    Object.entries(triggers).flatMap(([suffix, [when, trigger]]) =>
      Object.entries(faults).map(([name, [what, change]]) => [
        `${name}-${suffix}: ${what.charAt(0).toUpperCase()}${what.slice(1)} ${when}.`,
        [change, trigger],
      ]),
    ),
  )

// oxlint-disable typescript/no-unsafe-type-assertion -- the last argument of every step is the request, and the first of those that write an answer has its status
/** The change where the trigger holds; elsewhere all is as it was. Not for the order of the checks. */
export const on =
  ({ holds, lingerMs = 0 }: Trigger, change: Change): Change =>
  (reference) => {
    const pausing = lingerMs === 0 ? reference : { ...reference, pause: () => setTimeout(lingerMs) }
    const changed = Object.entries(change(pausing)).map(([name, step]) => {
      const usual = pausing[name as keyof Steps] as Step
      const choose = (...given: readonly unknown[]): unknown => {
        const ask = given.at(-1) as Parameters<Trigger['holds']>[0]
        return (holds(ask, statusOf(given[0])) ? (step as Step) : usual)(...given)
      }
      return [name, choose]
    })
    return { pause: pausing.pause, ...(Object.fromEntries(changed) as Partial<Steps>) }
  }

type Step = (...given: readonly unknown[]) => unknown

/** Steps that are handed no answer are those on the way to a list. */
const statusOf = (given: unknown): number => (given as Partial<Reply> | undefined)?.status ?? 200

// oxlint-enable typescript/no-unsafe-type-assertion

/** Several changes, one on top of the other. */
export const both =
  (...changes: readonly Change[]): Change =>
  (reference) => {
    const changed: Partial<Steps> = {}
    for (const change of changes) Object.assign(changed, change({ ...reference, ...changed }))
    return changed
  }

/** One server that has all of it, in the world of the first. */
export function together(members: readonly Mutant[]): Mutant {
  const [first, ...others] = members
  if (first === undefined) throw new RangeError('Of nothing there is no server.')
  return others.length === 0
    ? first
    : {
        ...first,
        id: members.map(({ id }) => id).join('+'),
        fault: members.map(({ fault }) => fault).join(' '),
        change: both(...members.map(({ change }) => change)),
      }
}
