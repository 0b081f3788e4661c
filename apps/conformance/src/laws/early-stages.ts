/** The laws that decide most: a service that is broken is usually known to be after these. */
import type { Law } from './law.ts'
import { limitMeaning } from './plants/limit-meaning.ts'
import { access } from './subjects/access.ts'
import { credentials } from './subjects/credentials.ts'
import { firstLook } from './subjects/first-look.ts'
import { measure } from './subjects/measure.ts'
import { methods } from './subjects/methods.ts'
import { numbers } from './subjects/numbers.ts'
import { paths } from './subjects/paths.ts'

/** One stage after the other; the laws of a stage side by side. */
export const earlyStages: readonly (readonly Law[])[] = [
  [measure],
  [firstLook],
  [access, limitMeaning, credentials, numbers, methods, paths],
]
