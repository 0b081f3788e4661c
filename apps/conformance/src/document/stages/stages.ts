/** What is tried of any document. */
import { credentials } from './credentials.ts'
import { firstRequests } from './first.ts'
import { conditions, connections, grammar, methods } from './http.ts'
import { combinations, successions } from './mixtures.ts'
import type { DocumentStage } from './stage.ts'
import { texts } from './texts.ts'
import { values } from './values.ts'

/** The most telling first: with a slow service, not all are reached. */
export const stages: readonly DocumentStage[] = [
  firstRequests,
  credentials,
  methods,
  grammar,
  connections,
  conditions,
  values,
  texts,
  successions,
  combinations,
]
