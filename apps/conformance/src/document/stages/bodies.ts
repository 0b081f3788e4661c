/** With --writes: every body, right and wrong, and wrong parameters and credentials, for operations that change something. */
import type { Wanted } from '@plant-store/raw-http'
import { isSafe } from '../model.ts'
import { rightBodies, wrongBodies } from '../values/bodies.ts'
import { badOnes } from './credentials.ts'
import { type Place, type Plan, planFor, wanted, whoAsks } from './plan.ts'
import type { DocumentStage } from './stage.ts'
import { wrongOnes } from './values.ts'

/** What must be refused comes first, and nothing is removed: the rest is for what is there. */
export const bodies: DocumentStage = {
  name: 'bodies',
  run: async (player) => {
    const { operations } = player.oracle.service.contract
    for (const operation of operations.filter(({ method }) => !isSafe(method))) {
      const place = { player, operation }
      const [plan] = whoAsks(place).flatMap((who) => planFor(place, who) ?? [])
      if (plan === undefined) continue
      await player.askAll(refusedOnes(place, plan))
      if (operation.method !== 'DELETE') await player.askAll(rightOnes(place, plan))
    }
  },
}

function rightOnes(place: Place, plan: Plan): readonly Wanted[] {
  const { player, operation } = place
  if (operation.body === undefined) return []
  const { contract } = player.oracle.service
  const all = rightBodies(contract, operation.body, { seed: player.subject.seed })
  return all.flatMap((body) => wanted(place, { ...plan, body }) ?? [])
}

function refusedOnes(place: Place, plan: Plan): readonly Wanted[] {
  const { player, operation } = place
  const { contract } = player.oracle.service
  const [body] = operation.body === undefined ? [] : rightBodies(contract, operation.body)
  const wrong = operation.body === undefined ? [] : wrongBodies(contract, operation.body)
  const asks = [
    ...badOnes(place).flatMap((bad) => wanted(place, { ...plan, body, caller: undefined, ...bad }) ?? []),
    ...wrong.flatMap((one) => wanted(place, { ...plan, body: one }) ?? []),
    ...wrongOnes(place, body),
  ]
  // What the document leaves open might be done.
  return asks.filter(({ request }) => player.oracle.analyse(request).faults.length > 0)
}
