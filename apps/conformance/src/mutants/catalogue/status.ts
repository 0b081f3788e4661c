/** Class 3: status. */
import { hostile } from './status/hostile.ts'
import { refusals } from './status/refusals.ts'
import { successes } from './status/successes.ts'
import { wishes } from './status/wishes.ts'
import { foreignWords } from './status/foreign-words.ts'
import type { Mutant } from '../mutant.ts'

export const statuses: readonly Mutant[] = [...successes, ...refusals, ...hostile, ...wishes, ...foreignWords]
