/** Class 4: headers. */
import { banners } from './headers/banners.ts'
import { stores } from './headers/caching.ts'
import { refusing } from './headers/challenges.ts'
import { lengths } from './headers/lengths.ts'
import { names } from './headers/request-ids.ts'
import { types } from './headers/types.ts'
import { framing } from './headers/framing.ts'
import { negotiation } from './headers/negotiation.ts'
import type { Mutant } from '../mutant.ts'

export const headers: readonly Mutant[] = [
  ...types,
  ...refusing,
  ...stores,
  ...names,
  ...lengths,
  ...banners,
  ...framing,
  ...negotiation,
]
