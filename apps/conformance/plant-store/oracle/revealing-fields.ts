/** Header fields that say too much: to a cache, or about the program that made the response. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import type { RawResponse } from '../../src/exchange.ts'

/** Fields that exist only to name a program. */
const bannerNames =
  /^x-(?:powered-[\w-]+|turbo-charged-by|aspnet(?:mvc)?-version|generator|framework|runtime-version|php-version)$/i
/** In fields that may name a program: a product with a version, also in a comment. An IP address is no version. */
const productVersion = /\/v?\d+(?:[.\s;,]|$)|[( ](?!\d+(?:\.\d+){3}\b)v?\d+\.\d/i
const mayName = /^(?:x-(?:backend-)?)?server$/i

/** The field that tells which software made the response. A `Server` without a version tells nothing useful. */
export const programField = ({ fields }: RawResponse): string | undefined =>
  fields
    .find(([name, value]) => bannerNames.test(name) || (mayName.test(name) && productVersion.test(value)))
    ?.join(': ')

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

const isLater = (value: string): boolean =>
  value.startsWith('@') ? Number(value.slice(1)) > Date.now() / 1000 : Number(value) > 0

/** The first field that lets a cache keep the response. */
export function lastingField(response: RawResponse): string | undefined {
  const control = fieldValue(response, 'Cache-Control') ?? ''
  const isOpen = isUnderstood.test(control) && letsStore.test(control) && !/(?:^|,) *private/i.test(control)
  if (isOpen) return `Cache-Control: ${control}`
  return response.fields
    .map(([name]) => ({ name, value: valuesOf(response, name.toLowerCase()).join(', ') }))
    .filter(({ name, value }) =>
      expires.test(name)
        ? isLater(value)
        : targeted.test(name) && isLasting.test(value) && !isForbidding.test(value),
    )
    .map(({ name, value }) => `${name}: ${value}`)[0]
}
