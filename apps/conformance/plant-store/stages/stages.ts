/** What is tried, the most telling stages first. */
import type { Stage } from '../../src/sessions/run/run-stages.ts'
import type { Runner } from '../runner.ts'
import * as clients from './clients.ts'
import { firstLook, firstRequests, mixedCallers } from './first.ts'
import { everyCaller, longLists } from './lists.ts'
import { combinations, randomSessions } from './random.ts'
import {
  clientAborts,
  inPieces,
  longConnection,
  resting,
  restingAtATime,
} from '../../src/sessions/of-kinds.ts'
import { latePieces, lateRequests, quietServices } from './rest.ts'
import { again, ofKinds } from './kinds.ts'
import { rows } from './rows.ts'
import { playing } from './setting.ts'
import { successions } from './successions.ts'
import { knownTags, otherTags } from './tags.ts'
import { heads, parts, values } from './values.ts'

/** Each runs alone. */
export const early: readonly Stage<Runner>[] = [firstRequests, firstLook, quietServices]

/**
 * Those first that find most with fewest requests, counted over the catalogue: with a slow service, not all are reached.
 * They run beside those of the background.
 */
export const later: readonly Stage<Runner>[] = [
  mixedCallers,
  // After everything that was sent since, the first requests are still answered as they were.
  playing('the first requests again', ofKinds(again)),
  values,
  playing('client aborts', ofKinds(clientAborts)),
  playing('requests in pieces', ofKinds(inPieces)),
  playing('first requests to an address', clients.freshAddresses, { isBeyondGiven: true }),
  playing('content and what comes behind it', clients.behindContent, { isBeyondGiven: true }),
  playing('clients of HTTP/1.0', clients.oldClients, { isBeyondGiven: true }),
  playing('every caller', everyCaller),
  playing('tags of other lists', otherTags),
  playing('long lists', longLists, { width: 2 }),
  rows,
  knownTags,
  parts,
  heads,
  successions,
  combinations,
  playing('successions on one connection', ofKinds(longConnection)),
  randomSessions,
]

/** Stages that wait most of the time. */
export const background: readonly Stage<Runner>[] = [
  playing('connections at rest', ofKinds(resting), { width: restingAtATime }),
  playing('pieces that come late', latePieces, { width: restingAtATime, isBeyondGiven: true }),
  lateRequests,
]

/** All stages; each works by itself once the first has run, though HEAD is then compared with few GETs. */
export const allStages: readonly Stage<Runner>[] = [...early, ...later, ...background]
