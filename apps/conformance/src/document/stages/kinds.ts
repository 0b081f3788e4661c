/** One request of each kind for an operation, to be sent before, after and beside each other. */
import type { Wanted } from '@plant-store/raw-http'
import { neverTag } from '../oracle/status.ts'
import { type Place, planFor, wanted, whoAsks } from './plan.ts'
import { wrongOnes } from './values.ts'

/** Right requests of the first callers, HEAD, a wrong value, no credential, a wrong one, and a path that is not declared. */
export function kindsOf(place: Place): readonly Wanted[] {
  const { player, operation } = place
  const plans = whoAsks(place).flatMap((who) => planFor(place, who) ?? [])
  const [plain] = plans
  if (plain === undefined) return []
  const all = [
    ...plans,
    ...(operation.method === 'GET' ? [{ ...plain, method: 'HEAD' }] : []),
    { ...plain, fields: [['If-None-Match', neverTag]] as const },
    { ...plain, caller: undefined },
  ].map((plan) => wanted(place, plan))
  const nowhere = player.write('GET', `${operation.path.replaceAll(/[{}]/g, '')}/not-declared`)
  return [...all.flatMap((one) => one ?? []), ...wrongOnes(place).slice(0, 2), { request: nowhere }]
}
