/** What the document says about responses, and which rule stands where a response departs from it. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { rules } from '../../rules/rules.ts'
import { readContract } from '../../contract/document.ts'
import { membersOf, objectAt, pointerTo, resolve, visitParts } from '../../contract/pointers.ts'

/** Where a value departs from its schema. */
export interface SchemaFault {
  readonly rule: string
  /** The path to the value within the body, as a JSON pointer. */
  readonly place: string
  /** Undefined where a member is missing. */
  readonly value: unknown
  /** What is due, such as `must be string`. */
  readonly due: string
}

/** What a value shows about its schema. */
export interface SchemaResult {
  /** The first fault under each rule. */
  readonly faults: readonly SchemaFault[]
  /** The path to a member that the schema does not name; undefined if there is none. */
  readonly extra: string | undefined
  /** The rules that stand at the parts of the schema that the value has: without faults, it keeps them. */
  readonly rules: readonly string[]
}

/** A header field that a response must have. */
export interface DeclaredField {
  readonly name: string
  /** The rule that its absence breaks, besides the one about all declared fields. */
  readonly ruleOfAbsence: string
  readonly ruleOfForm: string
  /** What is due of the value; undefined if it is right. */
  readonly faultOf: (value: string) => string | undefined
}

const contract = readContract().document
const errorNumber = '/components/schemas/Error/properties/error'
const errorCaching = '/components/headers/Cache-Control-Error'

/** The rule that stands at a place of the document; what several places say is one rule. */
const ruleByPlace: ReadonlyMap<string, string> = new Map([
  ...rules.map(
    ({ id, pointer, words }) => [words === undefined ? pointer : `${pointer} ${words}`, id] as const,
  ),
  // The bounds spell the format out.
  [`${errorNumber}/minimum`, 'error-is-int32'],
  [`${errorNumber}/maximum`, 'error-is-int32'],
  [`${errorCaching}/required`, 'refusals-not-stored'],
  [`${errorCaching}/schema/pattern`, 'refusals-not-stored'],
  ['/components/headers/X-Request-Id/required', 'request-id-sent'],
])

/** The rules about what a response contains, whatever the request was. */
export const contentRules: ReadonlySet<string> = new Set([
  ...[...ruleByPlace]
    .filter(([place]) =>
      /^\/components\/(?:schemas\/|headers\/.*(?:required|pattern)$|.*\/content\/)/.test(place),
    )
    .map(([, rule]) => rule),
  'bodies-as-declared',
  'declared-headers-sent',
  'every-refusal-has-error-body',
  'no-extra-members',
  'payload-is-json',
])

// A format adds nothing to bounds and patterns.
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateFormats: false })
ajv.addSchema(Object.fromEntries(membersOf(contract)), 'contract')

/** Where each object of the document stands. */
const places = new WeakMap<object, string>()
notePlaces(contract, '')

function notePlaces(value: unknown, pointer: string): void {
  if (typeof value !== 'object' || value === null) return
  places.set(value, pointer)
  for (const [name, member] of Object.entries(value)) notePlaces(member, pointer + pointerTo(name))
}

/** The faults of a value by the schema at this pointer. */
function faultsOf(pointer: string, value: unknown, otherRule: string): readonly SchemaFault[] {
  const validate = ajv.getSchema(`contract#${pointer}`)
  if (validate === undefined || validate(value) === true) return []
  const faults = (validate.errors ?? []).map((error) => toFault(error, otherRule))
  return [...new Map(faults.toReversed().map((fault) => [fault.rule, fault])).values()].toReversed()
}

function toFault(error: ErrorObject, otherRule: string): SchemaFault {
  const { parentSchema = {}, keyword, instancePath, data, message = '', params } = error
  const rule = ruleByPlace.get(`${places.get(parentSchema) ?? ''}/${keyword}`) ?? otherRule
  const missing: unknown = params['missingProperty']
  return typeof missing === 'string'
    ? { rule, place: instancePath + pointerTo(missing), value: undefined, due: message }
    : { rule, place: instancePath, value: data, due: message }
}

const fields = new Map<string, readonly DeclaredField[]>()

/** The fields that the response must have, by the pointer to its description. */
export function fieldsOf(response: string): readonly DeclaredField[] {
  const known = fields.get(response) ?? readFields(response)
  fields.set(response, known)
  return known
}

const readFields = (response: string): readonly DeclaredField[] =>
  Object.keys(objectAt(contract, `${response}/headers`)).map((name) => {
    const { pointer } = resolve(contract, `${response}/headers${pointerTo(name)}`)
    const { type } = objectAt(contract, `${pointer}/schema`)
    const first = [...ruleByPlace].find(([place]) => place.startsWith(`${pointer}/`))?.[1]
    const ruleOfForm = ruleByPlace.get(`${pointer}/schema/pattern`) ?? first ?? 'declared-headers-sent'
    return {
      name,
      ruleOfAbsence: ruleByPlace.get(`${pointer}/required`) ?? ruleOfForm,
      ruleOfForm,
      faultOf: (value) => {
        // Field values are text; a number is a text of plain digits.
        const typed = type === 'integer' && /^\d+$/.test(value) ? Number(value) : value
        return faultsOf(`${pointer}/schema`, typed, ruleOfForm)[0]?.due
      },
    }
  })

/** The pointer to the schema of the response's body; undefined if none is declared. */
export function schemaOf(response: string): string | undefined {
  const { pointer, value } = resolve(contract, `${response}/content/application~1json/schema`)
  return value === undefined ? undefined : pointer
}

/** Equal bodies are read once, so that a long list is looked through once. */
const results = new WeakMap<object, Map<string, SchemaResult>>()

/** Checks a body by the schema at this pointer; `otherRule` is broken where no rule stands at the very place. */
export function checkSchema(pointer: string, value: unknown, otherRule: string): SchemaResult {
  if (typeof value !== 'object' || value === null) return lookThrough(pointer, value, otherRule)
  const known = results.get(value) ?? new Map<string, SchemaResult>()
  results.set(value, known)
  const result = known.get(pointer) ?? lookThrough(pointer, value, otherRule)
  known.set(pointer, result)
  return result
}

function lookThrough(pointer: string, body: unknown, otherRule: string): SchemaResult {
  const seen = new Set<string>()
  let extra: string | undefined
  visitParts(contract, pointer, [{ place: '', value: body }], (part, values, named) => {
    if (values.length > 0) seen.add(part)
    if (named === undefined || extra !== undefined) return
    for (const { place, value } of values) {
      const other = membersOf(value).find(([name]) => !named.has(name))
      if (other !== undefined) extra ??= `${place}/${other[0]}`
    }
  })
  const kept = [...ruleByPlace].filter(([place]) => seen.has(place.replace(/\/[^/]*$/, '')))
  return { faults: faultsOf(pointer, body, otherRule), extra, rules: kept.map(([, rule]) => rule) }
}
