/** What the document says about responses to our own operation, and which rule stands where one departs from it. */
import { listPlants, ownContract } from '../contract.ts'
import { isObject, membersOf, pointerTo, resolve } from '../../src/contract/pointers.ts'
import { declaredFor } from '../../src/document/model.ts'
import { validatorFor } from '../../src/document/schemas.ts'
import { rules } from '../rules.ts'

/** Where a value departs from its schema. */
interface SchemaFault {
  readonly rule: string
  /** The path to the value within the body, as a JSON pointer. */
  readonly place: string
  /** What is due, such as `a string`. */
  readonly due: string
}

/** What a value shows about its schema. */
interface SchemaResult {
  /** The first fault under each rule. */
  readonly faults: readonly SchemaFault[]
  /** The path to a member that the schema does not name; undefined if there is none. */
  readonly extra: string | undefined
  /** The rules that stand at the parts of the schema that the value has: without faults, it keeps them. */
  readonly rules: readonly string[]
}

const errorNumber = '/components/schemas/Error/properties/error'
const errorCaching = '/components/headers/Cache-Control-Error'

/** The rule that stands at a place of the document; what several places say is one rule. */
export const ruleByPlace: ReadonlyMap<string, string> = new Map([
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

/** The rules about what a response contains, whatever the request was, that say in particular what is wrong. */
export const contentRules: ReadonlySet<string> = new Set([
  ...[...ruleByPlace]
    .filter(([place]) =>
      /^\/components\/(?:schemas\/|headers\/.*(?:required|pattern)$|.*\/content\/)/.test(place),
    )
    .map(([, rule]) => rule),
  'payload-is-json',
])

/** The faults of a value by the schema at this pointer; `otherRule` is broken where no rule stands at the very place. */
export function faultsOf(schema: string, value: unknown, otherRule: string): readonly SchemaFault[] {
  const faults = validatorFor(
    ownContract,
    schema,
    'response',
  )(value).map(({ pointer, ...fault }) =>
    Object.assign(fault, { rule: ruleByPlace.get(pointer) ?? otherRule }),
  )
  return [...Map.groupBy(faults, ({ rule }) => rule).values()].flatMap((own) => own.slice(0, 1))
}

/** The pointer to the schema of the body of a response with this status; undefined if none is declared. */
export const schemaFor = (status: number): string | undefined =>
  declaredFor(listPlants, status)?.contents[0]?.schema

/** Equal bodies are read once, so that a long list is looked through once. */
const results = new WeakMap<object, Map<string, SchemaResult>>()

/** Checks a body by the schema at this pointer. */
export function checkSchema(schema: string, value: unknown, otherRule: string): SchemaResult {
  if (!isObject(value) && !Array.isArray(value)) return lookThrough(schema, value, otherRule)
  const known = results.get(value) ?? new Map<string, SchemaResult>()
  results.set(value, known)
  const result = known.get(schema) ?? lookThrough(schema, value, otherRule)
  known.set(schema, result)
  return result
}

function lookThrough(schema: string, body: unknown, otherRule: string): SchemaResult {
  const seen = new Set<string>()
  let extra: string | undefined
  const look = (at: string, value: unknown, place: string): void => {
    const { pointer, items, properties } = partAt(at)
    seen.add(pointer)
    if (items !== undefined && Array.isArray(value))
      for (const [index, item] of value.entries()) look(`${pointer}/items`, item, `${place}/${index}`)
    if (isObject(properties))
      for (const [name, member] of membersOf(value)) {
        const own = pointerTo(name)
        if (Object.hasOwn(properties, name)) look(`${pointer}/properties${own}`, member, place + own)
        else extra ??= place + own
      }
  }
  look(schema, body, '')
  const kept = [...ruleByPlace].filter(([place]) => seen.has(place.replace(/\/[^/]*$/, '')))
  return { faults: faultsOf(schema, body, otherRule), extra, rules: kept.map(([, rule]) => rule) }
}

interface SchemaPart {
  readonly pointer: string
  readonly items?: unknown
  readonly properties?: unknown
}

/** Of each plant of a long list, the same parts are asked for. */
const parts = new Map<string, SchemaPart>()

function partAt(at: string): SchemaPart {
  const known = parts.get(at)
  if (known !== undefined) return known
  const { pointer, value } = resolve(ownContract.document, at)
  const part = { ...(isObject(value) && value), pointer }
  parts.set(at, part)
  return part
}
