/** Validators for the schemas of a document, by pointer: JSON Schema 2020-12 with OpenAPI's own words. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import required from 'ajv/dist/vocabularies/validation/required.js'
import addFormats from 'ajv-formats'
import { fragmentOf, pointerTo } from '../contract/pointers.ts'
import type { AnyContract } from './model.ts'
import { once } from './once.ts'
import { matcher } from './patterns.ts'
import { isMarked, shapesOf } from './values/shape.ts'

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
export type Validator = (value: unknown) => readonly SchemaFault[]

/**
 * Checks values by the schema at the pointer. Formats and keywords that are unknown mean nothing; where no schema stands, or
 * one that can't be used (see `problemOf`), every value is right.
 */
export const validatorFor = (contract: AnyContract, pointer: string, direction?: Direction): Validator =>
  schemasOf(contract, direction).compile(pointer).validate

/** Why the schema at the pointer can't be used, in one sentence; undefined if it can. */
export const problemOf = (
  contract: AnyContract,
  pointer: string,
  direction?: Direction,
): string | undefined => schemasOf(contract, direction).compile(pointer).problem

const known = once<Schemas>()

const schemasOf = (contract: AnyContract, direction: Direction | undefined): Schemas =>
  known(contract, direction ?? '', () => new Schemas(contract, direction))

interface Compiled {
  readonly validate: Validator
  readonly problem?: string
}

const compiled = once<Compiled>()

/** The schemas of one document for one direction, each compiled when it is first asked for. */
class Schemas {
  readonly #contract: AnyContract
  readonly #places = new WeakMap<object, string>()
  readonly #ajv = addFormats.default(
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

  constructor(contract: AnyContract, direction: Direction | undefined) {
    this.#contract = contract
    this.#place(contract.document, '')
    // No specification says what it is: some write a reference, which Location may well be.
    if (direction === 'response') this.#ajv.addFormat('url', true)
    this.#ajv.removeKeyword('id').removeKeyword('required')
    this.#ajv.addKeyword({
      ...required.default,
      // In drafts before 4, `required` was a flag.
      schemaType: ['array', 'boolean'],
      code: (context) => {
        const names: unknown = context.schema
        if (!Array.isArray(names)) return
        const at = this.#places.get(context.parentSchema) ?? ''
        context.schema = names.filter((name: unknown) => !this.#isAbsent(at, String(name), direction))
        required.default.code(context)
      },
    })
    this.#ajv.addSchema(contract.document ?? {}, 'contract:')
  }

  compile(pointer: string): Compiled {
    return compiled(this, pointer, () => this.#make(pointer))
  }

  #make(pointer: string): Compiled {
    try {
      const validate = this.#ajv.getSchema(`contract:#${fragmentOf(pointer)}`)
      return { validate: (value) => (validate === undefined ? [] : this.#faultsOf(validate, value)) }
    } catch (fault) {
      const cause = fault instanceof Error ? fault.message : String(fault)
      return { validate: () => [], problem: `The schema at ${pointer} can't be used: ${cause}.` }
    }
  }

  #place(value: unknown, pointer: string): void {
    if (typeof value !== 'object' || value === null || this.#places.has(value)) return
    this.#places.set(value, pointer)
    for (const [name, member] of Object.entries(value) as [string, unknown][])
      this.#place(member, pointer + pointerTo(name))
  }

  /** Whether a member does not travel this way. What is absent of a whole is absent of its parts. */
  #isAbsent(pointer: string, name: string, direction: Direction | undefined): boolean {
    const whole = pointer.replace(/(?:\/allOf\/\d+)+$/, '')
    const word = direction === 'request' ? 'readOnly' : 'writeOnly'
    return (
      direction !== undefined &&
      shapesOf(this.#contract, [whole]).some((shape) => isMarked(this.#contract, shape.demandsOf(name), word))
    )
  }

  #faultsOf(validate: ValidateFunction, value: unknown): readonly SchemaFault[] {
    if (validate(value)) return []
    // What is wrong with each alternative stands before the fault that all have together.
    const told: ErrorObject[] = []
    for (const error of (validate.errors ?? []).toReversed())
      if (!ofParts.has(error.keyword) && !told.some((whole) => isWithin(error, whole))) told.unshift(error)
    return told.map((error) => this.#toFault(error))
  }

  #toFault({ parentSchema, schema, keyword, instancePath, params }: ErrorObject): SchemaFault {
    const { missingProperty: missing }: { readonly missingProperty?: unknown } = params
    const member: unknown = missing ?? params['additionalProperty'] ?? params['unevaluatedProperty']
    const due: unknown = missing ?? schema
    return {
      pointer: ((parentSchema && this.#places.get(parentSchema)) ?? '') + pointerTo(keyword),
      place: instancePath + (typeof member === 'string' ? pointerTo(member) : ''),
      due: `${keyword} ${(typeof due === 'string' ? due : JSON.stringify(due)).slice(0, longest)}`,
    }
  }
}

/** As much of what is due as reports show. */
const longest = 200

/** Keywords whose faults say what those of their schemas mean together, and those that say nothing more. */
const ofWhole = new Set(['anyOf', 'oneOf', 'contains'])
const ofParts = new Set(['if', 'propertyNames'])

const isWithin = ({ instancePath }: ErrorObject, whole: ErrorObject): boolean =>
  ofWhole.has(whole.keyword) && `${instancePath}/`.startsWith(`${whole.instancePath}/`)
