/** Class 10: time and state. */
import { connections } from './time-and-state/connections.ts'
import { crowds } from './time-and-state/crowds.ts'
import { deaf } from './time-and-state/deaf.ts'
import { ends } from './time-and-state/ends.ts'
import { growth } from './time-and-state/growth.ts'
import { later } from './time-and-state/later.ts'
import { answers } from './time-and-state/not-modified.ts'
import { slowness } from './time-and-state/slowness.ts'
import { stale } from './time-and-state/stale.ts'
import { traces } from './time-and-state/traces.ts'
import type { Mutant } from '../mutant.ts'

export const timeAndState: readonly Mutant[] = [
  ...later,
  ...crowds,
  ...connections,
  ...slowness,
  ...ends,
  ...growth,
  ...stale,
  ...deaf,
  ...answers,
  ...traces,
]
