/** What is tried of any document. */
import { bodies, removals } from './bodies.ts'
import { below } from './things/below.ts'
import { changes } from './things/changes.ts'
import { conditions, ranges } from './conditions.ts'
import { credentials } from './credentials.ts'
import { filters } from './lists/filters.ts'
import { orders, pages } from './lists/pages.ts'
import { firstRequests } from './first.ts'
import { connections, contents, fieldsOfClients, grammar, methods } from './http.ts'
import { atRest, latePieces, leaving, longLasting, pieces, quietService, successions } from './kinds.ts'
import type { Stages } from '../../sessions/run/run-stages.ts'
import type { DocumentPlayer } from './plan.ts'
import type { DocumentStage } from './stage.ts'
import { combinations, texts, values } from './values.ts'

/** How much of a document is tried. */
export interface Extent {
  /** Whether what may change something is sent, too. */
  readonly writes: boolean
  /** Everything else was tried already: what is left are changes. */
  readonly isAfterAll?: boolean
}

export const stagesOf = ({ writes, isAfterAll = false }: Extent): Stages<DocumentPlayer> => ({
  early: isAfterAll ? [firstRequests] : [firstRequests, quietService],
  later: [...(isAfterAll ? [] : harmless), ...(writes ? [bodies, changes, below, ...lists] : [])],
  background: isAfterAll ? [] : [atRest, latePieces],
  last: writes ? [removals] : [],
})

const lists = [pages, filters, orders] as const

/** The most telling first: with a slow service, not all are reached. */
const harmless: readonly DocumentStage[] = [
  credentials,
  methods,
  grammar,
  connections,
  conditions,
  ranges,
  fieldsOfClients,
  values,
  texts,
  successions,
  leaving,
  pieces,
  longLasting,
  contents,
  combinations,
  ...lists,
]
