/** The rules by part of the contract, as texts show them: one sign for each rule, and how many are in each state. */
import { countRules, type Evidence, partsOf, type RuleState } from '../run/verdict.ts'

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

/** Every part in the order of the document, with the signs of its rules, state by state. */
export const summarizeParts = (evidence: readonly Evidence[]) =>
  partsOf(evidence).map(({ title, evidence: own }) => ({
    title,
    states: (['broken', 'known', 'not seen', 'kept'] as const).map((state) => {
      const count = countRules(own, state)
      return { state, count, signs: signs[state].repeat(count) }
    }),
  }))
