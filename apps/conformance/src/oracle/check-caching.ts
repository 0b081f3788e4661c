/** What caches may do with an answer, beyond what the contract's pattern for Cache-Control asks for. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import type { Answer } from '../exchange.ts'
import type { Examination } from './examination.ts'

/** Fields for some caches only; they override Cache-Control there (RFC 9213, 2.2; the older: Edge Architecture 1.0). */
const targeted = /^(?:(?:[\w-]+-)?(?:cdn-cache|surrogate)|edge|x-[\w-]+-cache)-control$/i
/** nginx's field: seconds, or a time after an at sign. */
const expires = /^x-accel-expires$/i

/**
 * A cache that knows `must-understand` ignores `no-store` beside it (RFC 9111, 5.2.2.3); these directives then let
 * shared caches store.
 */
const letsStore = /(?:^|,) *(?:public|must-revalidate|s-maxage=0*[1-9]\d*) *(?:,|$)/i
const isUnderstood = /(?:^|,) *must-understand *(?:,|$)/i
const isLasting = /(?:^|,) *(?:max-age|s-maxage|cache-maxage)=0*[1-9]/i
const isForbidding = /(?:^|,) *(?:no-store|private) *(?:,|$)/i

/** Checks that no field lets a shared cache keep a list, or any cache keep a refusal. */
export function checkCaching(answer: Answer, seen: Examination): void {
  const isList = answer.status < 400
  const rule = isList ? 'list-is-private' : 'refusals-not-stored'
  const due = `nothing that lets a ${isList ? 'shared cache keep the list' : 'cache keep the refusal'}`
  const opened = openingField(answer)
  if (opened !== undefined) seen.require(rule, false, () => opened, due)
}

const isLater = (value: string): boolean =>
  value.startsWith('@') ? Number(value.slice(1)) > Date.now() / 1000 : Number(value) > 0

/** The first field that lets a cache keep the answer. */
function openingField(answer: Answer): string | undefined {
  const control = fieldValue(answer, 'Cache-Control') ?? ''
  const isOpen = isUnderstood.test(control) && letsStore.test(control) && !/(?:^|,) *private/i.test(control)
  if (isOpen) return `Cache-Control: ${control}`
  return answer.fields
    .map(([name]) => ({ name, value: valuesOf(answer, name.toLowerCase()).join(', ') }))
    .filter(({ name, value }) =>
      expires.test(name)
        ? isLater(value)
        : targeted.test(name) && isLasting.test(value) && !isForbidding.test(value),
    )
    .map(({ name, value }) => `${name}: ${value}`)[0]
}
