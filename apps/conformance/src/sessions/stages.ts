/** What is tried, the most telling stages first. */
import { inTurn } from '@plant-store/raw-http'
import { knownTags } from './known-tags.ts'
import { firstLook, firstRequests, mixedCallers } from './first-stages.ts'
import { kindsOf, readable } from './kinds.ts'
import { lateRequests } from './late-requests.ts'
import { latePieces } from './relations/cut.ts'
import { betweenRequests } from './relations/between.ts'
import {
  longConnection,
  longConnectionName,
  quietServices,
  resting,
  restingAtATime,
} from './relations/rest.ts'
import { loadVectors, rowSession } from './rows.ts'
import type { Stage } from './runner.ts'
import { forEachSetting, playing } from './setting.ts'
import { successions } from './successions.ts'
import { heads, pairs, parts, randomSessions, values } from './value-stages.ts'

/** The rows of the contract's own table. */
const rows: Stage = {
  name: 'the table of requests',
  run: async (runner) => {
    const { knowledge, secrets, subject, callers } = runner
    const [operation] = readable(runner)
    const tags = callers.map((_, caller) => knowledge.tagOf({ caller, operation, numbers: {} }))
    const vectors = await loadVectors(new URL(subject.url).host, secrets, tags)
    await runner.run(vectors.rows.map((row) => rowSession(row, secrets)))
  },
}

/** After everything that was sent since, the first requests are still answered as they were. */
const again = forEachSetting('the first requests again', async ({ runner, operation }) => {
  const kinds = kindsOf(runner, operation)
  await runner.run(kinds.map((ask) => inTurn([ask, ask])))
})

/** Each runs alone. */
export const early: readonly Stage[] = [firstRequests, firstLook, quietServices]

/** Those first that find most with fewest requests, counted over the catalogue. They run beside those of the background. */
export const later: readonly Stage[] = [
  mixedCallers,
  again,
  values,
  playing(longConnectionName, async (place) => [await longConnection(place)]),
  ...betweenRequests,
  rows,
  knownTags,
  parts,
  heads,
  successions,
  pairs,
  randomSessions,
]

/** Stages that wait most of the time. */
export const background: readonly Stage[] = [
  playing('connections at rest', resting, restingAtATime),
  playing('pieces that come late', latePieces, restingAtATime),
  lateRequests,
]

/** All stages; each works by itself once the first has run, though HEAD is then compared with few GETs. */
export const allStages: readonly Stage[] = [...early, ...later, ...background]
