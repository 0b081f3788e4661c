/** A selection that matches nothing is more likely a slip of the pen than a wish. */
import type { Outcome } from '@plant-store/store'
import { CommandFailure } from './command-failure.ts'

/** Returns the outcome; a `CommandFailure` when no plant matched. */
export function requireMatch(outcome: Outcome): Outcome {
  if (outcome.matched > 0) return outcome
  throw new CommandFailure('refused', 'No plant matches. See what there is: plant-store plants list')
}
