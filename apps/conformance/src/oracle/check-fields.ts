/** The header fields of an answer against those that the contract declares for it. */
import type { TObject, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fieldValue } from '@plant-store/raw-http'
import { ruleOfFault } from '../contract/answer-fault.ts'
import type { Answer } from '../exchange.ts'
import type { Examination } from './examination.ts'

/** Checks that every field that `declared` names is present and has the declared form. */
export function checkFields(answer: Answer, declared: TObject, seen: Examination): void {
  for (const [name, schema] of Object.entries<TSchema>(declared.properties)) {
    const value = fieldValue(answer, name)
    const isThere = value !== undefined
    seen.require('declared-headers-sent', isThere, () => `no ${name}`, `${name} with every ${answer.status}`)
    seen.require(
      // A 304 has the fields of the list.
      ruleOfFault(answer.status < 400 ? 200 : 400, { part: 'header', name, missing: !isThere }),
      isThere && Value.Check(schema, typedValue(schema, value)),
      () => (isThere ? `${name}: ${value}` : `no ${name}`),
      `${name} ${formOf(schema)}`,
    )
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
    'no version of the software, and no header only to name it',
  )
}
