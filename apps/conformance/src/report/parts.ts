/** The rules by part of the contract, as texts show them: one sign for each rule, and how many are in each state. */
import { countRules, type Evidence, partsOf, type RuleState, ruleStates, stateOf } from '../run/verdict.ts'

/** One part in numbers, and as a bar. */
export interface PartSummary {
  readonly title: string
  readonly counts: Readonly<Record<RuleState, number>>
  /** The signs of its rules, state by state. */
  readonly bar: readonly (readonly [state: RuleState, signs: string])[]
}

/** The signs differ in shape, not only in colour. */
const signs: Readonly<Record<RuleState, string>> = { kept: '█', broken: '✕', known: '▒', 'not seen': '░' }

/** What the signs mean; most checks know of no failure. */
export const legendOf = (evidence: readonly Evidence[]): string =>
  statesIn(evidence)
    .map(([, state]) => `${signs[state]} ${state}`)
    .join('  ')

/** How many are in each state, in words, such as `90 kept, 3 broken, 0 not seen`. */
export const describeStates = (evidence: readonly Evidence[]): string =>
  statesIn(evidence)
    .map((one) => one.join(' '))
    .join(', ')

const statesIn = (evidence: readonly Evidence[]) =>
  (['kept', 'broken', 'known', 'not seen'] as const)
    .map((state) => [countRules(evidence, state), state] as const)
    .filter(([count, state]) => state !== 'known' || count > 0)

/** Every part, in the order of the document. */
export const summarizeParts = (evidence: readonly Evidence[]): readonly PartSummary[] =>
  partsOf(evidence).map(({ title, evidence: own }) => ({
    title,
    counts: countStates(own),
    bar: ruleStates.map((state) => [
      state,
      own.map((one) => (stateOf(one) === state ? signs[state] : '')).join(''),
    ]),
  }))

const countStates = (evidence: readonly Evidence[]): Readonly<Record<RuleState, number>> => ({
  kept: countRules(evidence, 'kept'),
  broken: countRules(evidence, 'broken'),
  known: countRules(evidence, 'known'),
  'not seen': countRules(evidence, 'not seen'),
})
