/** What clients do besides sending a request, and how that request arrives, changes nothing about its answer. */
import type { Stage } from '../runner.ts'
import { playing } from '../setting.ts'
import { behindContent } from './behind-content.ts'
import { crowds } from './crowd.ts'
import { cutAnywhere, inOnePiece } from './cut.ts'
import { everybody } from './everybody.ts'
import { freshAddresses } from './fresh-address.ts'
import { leavers } from './leave.ts'
import { longLists } from './long-lists.ts'
import { oldClients } from './old-clients.ts'
import { otherTags } from './other-tags.ts'
import { unfinished } from './unfinished.ts'

/** The most decisive come first: with a slow service, not all of them are reached. */
export const betweenRequests: readonly Stage[] = [
  playing('crowds', crowds, 1),
  playing('clients that leave', leavers),
  playing('clients that say no more', unfinished),
  playing('requests in pieces', cutAnywhere),
  playing('requests in one piece', inOnePiece),
  playing('first requests to an address', freshAddresses),
  playing('content and what comes behind it', behindContent),
  playing('clients of HTTP/1.0', oldClients),
  playing('every caller', everybody),
  playing('tags of other lists', otherTags),
  playing('long lists', longLists, 2),
]
