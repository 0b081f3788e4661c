/** The laws that look for what hides: behind conditions, other requests, noise, crowds and time. */
import type { Law } from './law.ts'
import { combinations } from './subjects/combinations.ts'
import { concurrency } from './subjects/concurrency.ts'
import { conditions } from './subjects/conditions.ts'
import { contexts } from './subjects/contexts.ts'
import { fieldNames } from './subjects/field-names.ts'
import { foreignWords } from './subjects/foreign-words.ts'
import { headLaw } from './subjects/head.ts'
import { hostile } from './subjects/hostile.ts'
import { repetition } from './subjects/repetition.ts'
import { requestIds } from './subjects/request-ids.ts'
import { reuse } from './subjects/reuse.ts'
import { tableOfRequests } from './subjects/table.ts'
import { wishesOfCallers } from './subjects/wishes.ts'

/** One stage after the other; the laws of a stage side by side. */
export const lateStages: readonly (readonly Law[])[] = [
  [
    conditions,
    contexts,
    headLaw,
    requestIds,
    repetition,
    wishesOfCallers,
    foreignWords,
    fieldNames,
    tableOfRequests,
    combinations,
    reuse,
  ],
  [hostile, concurrency],
]
