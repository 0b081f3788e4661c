/** One request of each kind for an operation, to be sent before, after and beside each other. */
import type { Wanted } from '@plant-store/raw-http'
import { neverTag } from '../oracle/status.ts'
import { type Place, type Plan, plansFor, requestsOf, valuesOf, withValues } from './plan.ts'
import { wrongOnes } from './values.ts'

/** Right requests of the first callers, some with a further value, HEAD, another method, a wrong value, no credential, a wrong one, and a path that is not declared. */
export function kindsOf(place: Place): readonly Wanted[] {
  const { player, operation } = place
  const plans = plansFor(place)
  const [plain] = plans
  if (plain === undefined) return []
  const all = [
    ...plans,
    ...plans.slice(0, 2).flatMap((plan, at) => withOneMore(place, plan, 2 - at)),
    ...(operation.method === 'GET' ? [{ ...plain, method: 'HEAD' }] : []),
    { ...plain, fields: [['If-None-Match', neverTag]] as const },
    { ...plain, caller: undefined },
  ]
  const nowhere = player.write('GET', `${operation.path.replaceAll(/[{}]/g, '')}/not-declared`)
  const wrong = requestsOf(place, wrongOnes(place, plain)).slice(0, 2)
  const right = requestsOf(place, all)
  const here = player.oracle.service.contract.operations.filter(({ path }) => path === operation.path)
  const other = ['DELETE', 'PUT', 'PATCH'].find((name) => here.every(({ method }) => method !== name))
  const undeclared = right
    .slice(0, 1)
    .flatMap(({ request }) => (other === undefined ? [] : { request: player.write(other, request.target) }))
  return [...right, ...wrong, { request: nowhere }, ...undeclared]
}

/** The plain request with a value of one of the first parameters that may be left out, or with each of its first values. */
export const withOneMore = (place: Place, plain: Plan, most = 1): readonly Plan[] =>
  place.operation.parameters
    .filter(({ isRequired }) => !isRequired)
    .slice(0, 3)
    .flatMap((one) =>
      valuesOf(place, one, plain.caller)
        .slice(0, most)
        .map((value) => withValues(plain, [[one, value]])),
    )
