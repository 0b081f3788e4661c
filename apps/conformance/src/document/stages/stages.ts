/** What is tried of any document. */
import { bodies } from './bodies.ts'
import { changes } from './changes.ts'
import { credentials } from './credentials.ts'
import { firstRequests } from './first.ts'
import { conditions, connections, grammar, methods } from './http.ts'
import { combinations, successions } from './mixtures.ts'
import type { DocumentStage } from './stage.ts'
import { texts } from './texts.ts'
import { values } from './values.ts'

/** What is wanted of a check. */
export interface Wanted {
  /** Whether what may change something is sent, too. */
  readonly writes: boolean
  /** Everything else was tried already: what is left are changes. */
  readonly isAfterAll?: boolean
}

export const stagesOf = ({ writes, isAfterAll = false }: Wanted): readonly DocumentStage[] => [
  ...(isAfterAll ? [firstRequests] : stages),
  ...(writes ? [bodies, changes] : []),
]

/** The most telling first: with a slow service, not all are reached. */
const stages: readonly DocumentStage[] = [
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
