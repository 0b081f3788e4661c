/** Class 5: authentication. */
import { none } from './authentication/none.ts'
import { places } from './authentication/places.ts'
import { refusals } from './authentication/refusals.ts'
import { schemes } from './authentication/schemes.ts'
import { tokens } from './authentication/tokens.ts'
import { sessions } from './authentication/sessions.ts'
import { alike } from './authentication/alike.ts'
import type { Mutant } from '../mutant.ts'

export const authentication: readonly Mutant[] = [
  ...none,
  ...schemes,
  ...tokens,
  ...places,
  ...refusals,
  ...sessions,
  ...alike,
]
