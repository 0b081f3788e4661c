/** Validators for the schemas of a document, by pointer: JSON Schema 2020-12 with OpenAPI's own words. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import required from 'ajv/dist/vocabularies/validation/required.js'
import addFormats from 'ajv-formats'
import { causeOf } from '../input-error.ts'
import { fragmentOf, pointerTo } from '../contract/pointers.ts'
import type { AnyContract } from './model.ts'
import { once } from './once.ts'
import { matcher } from './patterns.ts'
import { demandsFor, isMarked, shapesOf } from './values/shape.ts'

/** Which way a value travels: members that don't travel that way are not required. */
export type Direction = 'request' | 'response'

/** What of a value breaks its schema. */
export interface SchemaFault {
  /** Of the broken keyword, in the document. */
  readonly pointer: string
  /** Within the value, as a JSON pointer: of what is wrong or missing. */
  readonly place: string
  /** What is due, as the document says it, such as `minimum 1`. */
  readonly due: string
}

/** Whatever is wrong with the value; nothing where the schema itself can't be used. */
type Validator = (value: unknown) => readonly SchemaFault[]

/**
 * Checks values by the schema at the pointer. Formats and keywords that are unknown mean nothing; where no schema stands, or
 * one that can't be used (see `problemOf`), every value is right.
 */
export const validatorFor = (contract: AnyContract, pointer: string, direction?: Direction): Validator =>
  compile(contract, pointer, direction).validate

/** Why the schema at the pointer can't be used, in one sentence; undefined if it can. */
export const problemOf = (...schema: Parameters<typeof validatorFor>): string | undefined =>
  compile(...schema).problem

interface Compiled {
  readonly validate: Validator
  readonly problem?: string
}

type Compiler = (pointer: string) => Compiled

const compilers = once<Compiler>()
const compiled = once<Compiled>()

const compile = (contract: AnyContract, pointer: string, direction: Direction = 'request'): Compiled =>
  compilers(contract, direction, () => compilerOf(contract, direction))(pointer)

/** Each schema is compiled when it is first asked for. */
function compilerOf(contract: AnyContract, direction: Direction): Compiler {
  const places = placesIn(contract.document)
  const ajv = addFormats.default(
    new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      meta: false,
      validateSchema: false,
      logger: false,
      inlineRefs: false,
      code: { regExp: matcher },
      // References are pointers by now, and what examples have under `$id` names no schema.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any name will do
      schemaId: 'x-no-id' as string as '$id',
    }),
  )
  // No specification says what it is: some write a reference, which Location may well be.
  if (direction === 'response') ajv.addFormat('url', true)
  ajv.removeKeyword('id').removeKeyword('required')
  ajv.addKeyword({
    ...required.default,
    // In drafts before 4, `required` was a flag.
    schemaType: ['array', 'boolean'],
    code: (context) => {
      const names: unknown = context.schema
      if (!Array.isArray(names)) return
      const at = places.get(context.parentSchema) ?? ''
      context.schema = names.filter((name: unknown) => !isAbsent(contract, at, String(name), direction))
      required.default.code(context)
    },
  })
  ajv.addSchema(contract.document ?? {}, 'contract:')
  return (pointer) =>
    compiled(ajv, pointer, () => {
      try {
        const validate = ajv.getSchema(`contract:#${fragmentOf(pointer)}`)
        return { validate: (value) => (validate === undefined ? [] : faultsOf(validate, value, places)) }
      } catch (fault) {
        const problem = `The schema at ${pointer} can't be used: ${causeOf(fault)}.`
        return { validate: () => [], problem }
      }
    })
}

type Places = WeakMap<object, string>

/** The pointer of each object and list. */
function placesIn(value: unknown, pointer = '', places: Places = new WeakMap()): Places {
  if (typeof value !== 'object' || value === null || places.has(value)) return places
  places.set(value, pointer)
  for (const [name, member] of Object.entries(value) as [string, unknown][])
    placesIn(member, pointer + pointerTo(name), places)
  return places
}

/** Whether a member does not travel this way. What is absent of a whole is absent of its parts. */
function isAbsent(contract: AnyContract, pointer: string, name: string, direction: Direction): boolean {
  const word = direction === 'request' ? 'readOnly' : 'writeOnly'
  const whole = demandsFor(contract, pointer.replace(/(?:\/allOf\/\d+)+$/, ''))
  return shapesOf(whole).some((shape) => isMarked(shape.demandsOf(name), word))
}

/** Keywords whose faults say what those of their schemas mean together, and those that say nothing more. */
const ofWhole = new Set(['anyOf', 'oneOf', 'contains'])
const ofParts = new Set(['if', 'propertyNames'])

const isWithin = ({ instancePath }: ErrorObject, whole: ErrorObject): boolean =>
  ofWhole.has(whole.keyword) && `${instancePath}/`.startsWith(`${whole.instancePath}/`)

function faultsOf(validate: ValidateFunction, value: unknown, places: Places): readonly SchemaFault[] {
  if (validate(value)) return []
  // What is wrong with each alternative stands before the fault that all have together.
  const told: ErrorObject[] = []
  for (const error of (validate.errors ?? []).toReversed())
    if (!ofParts.has(error.keyword) && !told.some((whole) => isWithin(error, whole))) told.unshift(error)
  return told.map(({ parentSchema, schema, keyword, instancePath, params }) => {
    const missing: unknown = params['missingProperty']
    const member: unknown = missing ?? params['additionalProperty'] ?? params['unevaluatedProperty']
    const due: unknown = missing ?? schema
    return {
      pointer: ((parentSchema && places.get(parentSchema)) ?? '') + pointerTo(keyword),
      place: instancePath + (typeof member === 'string' ? pointerTo(member) : ''),
      due: `${keyword} ${(typeof due === 'string' ? due : JSON.stringify(due)).slice(0, longest)}`,
    }
  })
}

/** As much of what is due as reports show. */
const longest = 200
