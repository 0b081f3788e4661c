/** What is tried, the most telling stages first. */
import { inTurn } from '@plant-store/raw-http'
import type { Stage } from '../run/runner.ts'
import * as clients from './clients.ts'
import { firstLook, mixedCallers } from './first.ts'
import { kindsOf } from './kinds.ts'
import { everyCaller, longLists } from './lists.ts'
import { combinations, randomSessions } from './random.ts'
import { latePieces, lateRequests, quietServices, resting, restingAtATime } from './rest.ts'
import { rows } from './rows.ts'
import { playing } from './setting.ts'
import { longConnection, successions } from './successions.ts'
import { knownTags, otherTags } from './tags.ts'
import { firstRequests } from './timing.ts'
import { heads, parts, values } from './values.ts'

/** Each runs alone. */
export const early: readonly Stage[] = [firstRequests, firstLook, quietServices]

/**
 * Those first that find most with fewest requests, counted over the catalogue: with a slow service, not all are reached.
 * They run beside those of the background.
 */
export const later: readonly Stage[] = [
  mixedCallers,
  // After everything that was sent since, the first requests are still answered as they were.
  playing('the first requests again', (place) => kindsOf(place).map((ask) => inTurn([ask, ask]))),
  values,
  playing('client aborts', clients.clientAborts),
  playing('requests in pieces', clients.inPieces),
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
  longConnection,
  randomSessions,
]

/** Stages that wait most of the time. */
export const background: readonly Stage[] = [
  playing('connections at rest', resting, { width: restingAtATime }),
  playing('pieces that come late', latePieces, { width: restingAtATime, isBeyondGiven: true }),
  lateRequests,
]

/** All stages; each works by itself once the first has run, though HEAD is then compared with few GETs. */
export const allStages: readonly Stage[] = [...early, ...later, ...background]
