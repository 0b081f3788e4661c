/** What clients do besides sending a request, and how that request arrives, changes nothing about its answer. */
import type { Session } from '@plant-store/raw-http'
import type { Setting } from '../draft.ts'
import { allCredentials } from './all-credentials.ts'
import { againAndAgain } from './again-and-again.ts'
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

export interface Between {
  readonly name: string
  readonly make: (place: Setting) => readonly Session[] | Promise<readonly Session[]>
  /** How many sessions run at a time. */
  readonly width?: number
}

/** The most decisive come first: with a slow service, not all of them are reached. */
export const betweenRequests: readonly Between[] = [
  { name: 'crowds', make: crowds, width: 1 },
  { name: 'clients that leave', make: leavers },
  { name: 'clients that say no more', make: unfinished },
  { name: 'requests in pieces', make: cutAnywhere },
  { name: 'requests in one piece', make: inOnePiece },
  { name: 'first requests to an address', make: freshAddresses },
  { name: 'content and what comes behind it', make: behindContent },
  { name: 'clients of HTTP/1.0', make: oldClients },
  { name: 'every caller', make: everybody },
  { name: 'every token', make: allCredentials },
  { name: 'tags of other lists', make: otherTags },
  { name: 'long lists', make: longLists, width: 2 },
]

/** Takes longest where answers are slow. */
export const manyTimes: Between = { name: 'the same again and again', make: againAndAgain, width: 1 }
