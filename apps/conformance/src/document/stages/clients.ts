/** What clients do besides sending a request: once for the service, with requests for all of its operations. */
import type { Session, Wanted } from '@plant-store/raw-http'
import { isSafe } from '../model.ts'
import {
  clientAborts,
  inPieces,
  longConnection,
  type OfKinds,
  resting,
  restingAtATime,
} from '../../sessions/stages/of-kinds.ts'
import { kindsOf } from './kinds.ts'
import type { DocumentPlayer } from './plan.ts'
import type { DocumentStage } from './stage.ts'

/** So many kinds of requests, of as many operations as there are. */
const most = 12

function someKinds(player: DocumentPlayer): readonly Wanted[] {
  const all = player.oracle.service.operations
    .values()
    .filter(({ method }) => isSafe(method))
    .map((operation) => kindsOf({ player, operation }))
    .filter((kinds) => kinds.length > 0)
    .take(most)
    .toArray()
  const longest = Math.max(0, ...all.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => all.flatMap((kinds) => kinds.slice(index, index + 1)))
    .flat()
    .slice(0, most)
}

const stage = (
  name: string,
  make: (all: OfKinds) => readonly Session[],
  width?: (usual: number) => number,
): DocumentStage => ({
  name,
  run: async (player) => {
    await player.run(make({ player, kinds: someKinds(player) }), width?.(player.width))
  },
})

export const leaving = stage('clients that leave', clientAborts)
export const pieces = stage('requests in pieces', inPieces)
export const longLasting = stage('a long connection', longConnection)
export const atRest = stage('connections at rest', resting, restingAtATime)
