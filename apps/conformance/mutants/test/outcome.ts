/** Made-up results of the mutants. */
import { mutantById } from '../catalogue.ts'
import type { MutantsOutcome } from '../run/run.ts'
import type { TrialResult } from '../run/trial.ts'

export const mutant = mutantById('name-missing')
export const variant = mutantById('charset')

const row = {
  fault: '',
  class: 'status',
  trigger: 'always',
  breaks: true,
  isFine: true,
  caughtBy: ['sessions/a'],
  durationMs: 5,
} as const

export function outcomeWith(more: Partial<MutantsOutcome>): MutantsOutcome {
  const none = { survivors: [], accused: [], unjudged: [], durationMs: 1000, isFine: false }
  const rows = [{ ...row, mutant: mutant.id }]
  return {
    matrix: { checks: ['sessions/a'], notReached: 0, rows },
    results: [result('breaks')],
    ...none,
    ...more,
  }
}

export function result(outcome: TrialResult['outcome']): TrialResult {
  return { mutant: mutant.id, seed: 1, outcome, caughtBy: [], summary: 'Why.', durationMs: 1 }
}
