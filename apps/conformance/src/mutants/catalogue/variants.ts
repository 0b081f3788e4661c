/** Correct servers, each different from the reference: none of them may be accused. */
import type { Variant } from '../mutant.ts'
import { bodies } from './variants/bodies.ts'
import { connections } from './variants/connections.ts'
import { givenAnswers } from './variants/given-answers.ts'
import { givenRefusals } from './variants/given-refusals.ts'
import { headers } from './variants/headers.ts'
import { readings } from './variants/readings.ts'
import { routes } from './variants/routes.ts'
import { worlds } from './variants/worlds.ts'

export const variants: readonly Variant[] = [
  ...bodies,
  ...headers,
  ...connections,
  ...routes,
  ...readings,
  ...worlds,
  ...givenAnswers,
  ...givenRefusals,
]
