/** One request of each kind for an operation, to be sent before, after and beside each other. */
import type { Wanted } from '@plant-store/raw-http'
import { neverTag } from '../oracle/status.ts'
import { asHead, type Place, plansFor, requestsOf, withField, withOneMore } from './plan.ts'
import { wrongOnes } from './values.ts'

/** Right requests of the first callers, the plain one first, some with a further value, HEAD, no credential, a wrong value, a path and a method that are not declared. */
export function kindsOf(place: Place): readonly Wanted[] {
  const plans = plansFor(place)
  const [plain] = plans
  if (plain === undefined) return []
  const { player, operation } = plain
  const nobodys = { ...plain, caller: undefined }
  const here = player.oracle.service.contract.operations.filter(({ path }) => path === operation.path)
  const other = ['DELETE', 'PUT', 'PATCH'].find((name) => here.every(({ method }) => method !== name))
  return [
    ...requestsOf([
      ...plans,
      ...plans.slice(0, 2).flatMap((plan, at) => withOneMore(plan, 2 - at)),
      asHead(plain),
      withField(plain, ['If-None-Match', neverTag]),
      nobodys,
    ]),
    ...requestsOf(wrongOnes(plain)).slice(0, 2),
    { request: player.write('GET', `${operation.path.replaceAll(/[{}]/g, '')}/not-declared`) },
    ...(other === undefined ? [] : requestsOf([{ ...nobodys, method: other }])),
  ]
}
