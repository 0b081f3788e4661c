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
 * By name: the fault in a sentence, the fault as code, when it shows (always, unless that is said; of several triggers, when
 * all of them hold), and in which world.
 */
export type Faults = Readonly<
  Record<
    string,
    readonly [fault: string, change: Change, trigger?: Trigger | readonly Trigger[], world?: World]
  >
>

/** The rows of a table as servers. */
const toMutants = (
  rows: Faults,
  usual: World,
  { class: kind, origin, breaks, only }: Pick<Mutant, 'class' | 'origin' | 'breaks' | 'only'>,
): readonly Mutant[] =>
  Object.entries(rows).map(([id, [fault, change, given = always, world = usual]]) => {
    const trigger = 'kind' in given ? given : all(...given)
    return {
      id,
      class: kind,
      fault,
      trigger: trigger.kind,
      origin,
      breaks,
      only,
      world,
      change: trigger === always ? change : on(trigger, change),
    }
  })

/** Mutants of one class that break the contract, its given part or what completes it, in the world where none is named. */
export const faultsOf = (
  kind: MutantClass,
  {
    world = fixedWorld,
    given = {},
    completed = {},
  }: Readonly<Partial<Record<Origin, Faults>>> & { readonly world?: World },
): readonly Mutant[] => [
  ...toMutants(given, world, { class: kind, origin: 'given', breaks: true, only: 'all' }),
  ...toMutants(completed, world, { class: kind, origin: 'completed', breaks: true, only: 'all' }),
]

/** A part of a sentence, and what it says as code. */
export type Words<Meaning> = Readonly<Record<string, readonly [words: string, meaning: Meaning]>>

/** Each of these faults with each of these triggers: "lists are empty" "behind HEAD on the same connection". */
export function combined(faults: Words<Change>, triggers: Words<Trigger>): Faults {
  const rows = Object.entries(triggers).flatMap(([suffix, [when, trigger]]) =>
    Object.entries(faults).map(([name, [what, change]]): [string, Faults[string]] => {
      const sentence = `${what} ${when}.`
      return [`${name}-${suffix}`, [sentence.charAt(0).toUpperCase() + sentence.slice(1), change, trigger]]
    }),
  )
  return Object.fromEntries(rows)
}

/** Servers that keep the whole contract, or for `given` that part alone, in a way of their own. */
export const variantsOf = (part: 'given' | 'all', liberties: Faults): readonly Mutant[] =>
  toMutants(liberties, fixedWorld, {
    class: 'variant',
    origin: part === 'given' ? 'given' : 'completed',
    breaks: false,
    only: part,
  })

/** Servers that keep the whole contract in worlds of their own. */
export const variantsIn = (
  worlds: Readonly<Record<string, readonly [what: string, world: World]>>,
): readonly Mutant[] =>
  variantsOf(
    'all',
    Object.fromEntries(
      Object.entries(worlds).map(([id, [what, world]]) => [id, [what, () => ({}), always, world]]),
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
