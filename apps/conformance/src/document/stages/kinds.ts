/** One request of each kind for an operation, to be sent before, after and beside each other. */
import type { Wanted } from '@plant-store/raw-http'
import { neverTag } from '../oracle/status.ts'
import { type Place, plansFor, requestsOf } from './plan.ts'
import { wrongOnes } from './values.ts'

/** Right requests of the first callers, HEAD, a wrong value, no credential, a wrong one, and a path that is not declared. */
export function kindsOf(place: Place): readonly Wanted[] {
  const { player, operation } = place
  const plans = plansFor(place)
  const [plain] = plans
  if (plain === undefined) return []
  const all = [
    ...plans,
    ...(operation.method === 'GET' ? [{ ...plain, method: 'HEAD' }] : []),
    { ...plain, fields: [['If-None-Match', neverTag]] as const },
    { ...plain, caller: undefined },
  ]
  const nowhere = player.write('GET', `${operation.path.replaceAll(/[{}]/g, '')}/not-declared`)
  const wrong = requestsOf(place, wrongOnes(place, plain)).slice(0, 2)
  return [...requestsOf(place, all), ...wrong, { request: nowhere }]
}
