/** The header fields of an answer against those that the contract declares for it. */
import { type TObject, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fieldValue } from '@plant-store/raw-http'
import type { Answer } from '../exchange.ts'
import type { Examination } from './examination.ts'

/** Checks that every field that `declared` names is present and has the declared form. */
export function checkFields(answer: Answer, declared: TObject, seen: Examination): void {
  for (const [name, schema] of Object.entries<TSchema>(declared.properties)) {
    const value = fieldValue(answer, name)
    const isThere = value !== undefined
    seen.require('declared-headers-sent', isThere, () => `no ${name}`, `${name} with every ${answer.status}`)
    seen.require(
      ruleOf(name, answer.status, isThere),
      isThere && Value.Check(schema, typedValue(schema, value)),
      () => (isThere ? `${name}: ${value}` : `no ${name}`),
      `${name} ${formOf(schema)}`,
    )
  }
}

function ruleOf(name: string, status: number, isThere: boolean): string {
  switch (name.toLowerCase()) {
    case 'cache-control':
      return status < 400 ? 'list-is-private' : 'refusals-not-stored'
    case 'etag':
      return 'etag-sent'
    case 'vary':
      return 'vary-authorization'
    case 'www-authenticate':
      return 'challenge-is-bearer'
    case 'retry-after':
      return 'retry-after-503'
    case 'x-request-id':
      return isThere ? 'request-id-form' : 'request-id-sent'
    default:
      return 'declared-headers-sent'
  }
}

/** Field values are text; a number is a text of plain digits. */
const typedValue = (schema: TSchema, value: string): unknown =>
  schema['type'] === 'integer' && /^\d+$/.test(value) ? Number(value) : value

function formOf(schema: TSchema): string {
  if (schema['const'] !== undefined) {
    return `with the value ${String(schema['const'])}`
  }
  return schema['pattern'] === undefined
    ? `of the type ${String(schema['type'])}`
    : `that matches ${String(schema['pattern'])}`
}

/** Fields that exist only to name a program. */
const bannerNames =
  /^x-(?:powered-[\w-]+|turbo-charged-by|aspnet(?:mvc)?-version|generator|framework|runtime-version|php-version)$/i
/** In fields that may name a program: a product with a version, also in a comment. An IP address is no version. */
const productVersion = /\/v?\d+(?:[.\s;,]|$)|[( ](?!\d+(?:\.\d+){3}\b)v?\d+\.\d/i
const mayName = /^(?:x-(?:backend-)?)?server$/i

/** Checks that no field tells which software made the answer. A `Server` without a version tells nothing useful. */
export function checkBanners({ fields }: Answer, seen: Examination): void {
  const banner = fields.find(
    ([name, value]) => bannerNames.test(name) || (mayName.test(name) && productVersion.test(value)),
  )
  seen.require(
    'no-banner',
    banner === undefined,
    () => (banner ?? []).join(': '),
    'no header that names the software',
  )
}
