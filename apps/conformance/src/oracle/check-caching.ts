/** What caches may make of a list, beyond the one directive that the contract's pattern asks for. */
import type { Answer } from '../exchange.ts'
import { fieldValue } from '../http/content.ts'
import { valuesOf } from '../http/fields.ts'
import type { Examination } from './examination.ts'

/** For some caches alone, and before Cache-Control there (RFC 9213, 2.2; the older one is of Edge Architecture 1.0). */
const targeted = /^(?:[\w-]+-)?(?:cdn-cache|surrogate)-control$/i

/** Who knows `must-understand` passes over `no-store` beside it (RFC 9111, 5.2.2.3); these let shared caches store. */
const letsStore = /(?:^|,) *(?:public|must-revalidate|s-maxage=0*[1-9]\d*) *(?:,|$)/i
const isUnderstood = /(?:^|,) *must-understand *(?:,|$)/i
const isLasting = /(?:^|,) *(?:max-age|s-maxage)=0*[1-9]/i
const isForbidding = /(?:^|,) *(?:no-store|private) *(?:,|$)/i

/** Sees that no field lets a shared cache keep the list. */
export function checkCaching(answer: Answer, seen: Examination): void {
  const control = fieldValue(answer, 'Cache-Control') ?? ''
  const due = 'nothing that lets a shared cache keep the list'
  const isOpen = isUnderstood.test(control) && letsStore.test(control) && !/(?:^|,) *private/i.test(control)
  if (isOpen) seen.require('list-is-private', false, () => `Cache-Control: ${control}`, due)
  for (const name of new Set(answer.fields.map(([given]) => given))) {
    const value = valuesOf(answer, name.toLowerCase()).join(', ')
    if (targeted.test(name) && isLasting.test(value) && !isForbidding.test(value))
      seen.require('list-is-private', false, () => `${name}: ${value}`, due)
  }
}
