/** Validators for the schemas of a document, by pointer: JSON Schema 2020-12 with OpenAPI's own words. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { pointerTo } from '../contract/pointers.ts'
import { Copies, type Direction } from './copies.ts'
import { dueOf } from './due.ts'
import type { AnyContract } from './model.ts'
import { matcher } from './patterns.ts'

export type { Direction } from './copies.ts'

/** What of a value breaks its schema. */
export interface SchemaFault {
  /** Of the broken keyword, in the document. */
  readonly pointer: string
  /** Within the value, as a JSON pointer: of what is wrong or missing. */
  readonly place: string
  /** What is due, such as `a number of at least 1`. */
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

const known = new WeakMap<AnyContract, Map<string, Schemas>>()

function schemasOf(contract: AnyContract, direction: Direction | undefined): Schemas {
  const byDirection = known.get(contract) ?? new Map<string, Schemas>()
  known.set(contract, byDirection)
  const schemas = byDirection.get(direction ?? '') ?? new Schemas(contract.document, direction)
  byDirection.set(direction ?? '', schemas)
  return schemas
}

interface Compiled {
  readonly validate: Validator
  readonly problem?: string
}

/** The schemas of one document for one direction, each compiled when it is first asked for. */
class Schemas {
  readonly #copies: Copies
  readonly #compiled = new Map<string, Compiled>()
  readonly #ajv = addFormats.default(
    new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      validateSchema: false,
      logger: false,
      inlineRefs: false,
      code: { regExp: matcher },
    }),
  )

  constructor(document: unknown, direction: Direction | undefined) {
    // No specification says what it is: some write a reference, which Location may well be.
    if (direction === 'response') this.#ajv.addFormat('url', true)
    this.#copies = new Copies(document, direction, (copy, id) => this.#ajv.addSchema(copy, id))
  }

  compile(pointer: string): Compiled {
    const compiled = this.#compiled.get(pointer) ?? this.#make(pointer)
    this.#compiled.set(pointer, compiled)
    return compiled
  }

  #make(pointer: string): Compiled {
    try {
      const validate = this.#ajv.getSchema(this.#copies.idOf(pointer))
      return { validate: (value) => (validate === undefined ? [] : this.#faultsOf(validate, value)) }
    } catch (fault) {
      const cause = fault instanceof Error ? fault.message : String(fault)
      return { validate: () => [], problem: `The schema at ${pointer} can't be used: ${cause}.` }
    }
  }

  #faultsOf(validate: ValidateFunction, value: unknown): readonly SchemaFault[] {
    if (validate(value)) return []
    const errors = validate.errors ?? []
    const wholes = errors.filter(({ keyword }) => ofWhole.has(keyword))
    const isWithin = (error: ErrorObject): boolean =>
      wholes.some(
        (whole) =>
          whole !== error &&
          isBelow(error.instancePath, whole.instancePath) &&
          this.#copies.isReached(whole.parentSchema?.[whole.keyword], error.parentSchema),
      )
    return errors
      .filter((error) => !ofParts.has(error.keyword) && !isWithin(error))
      .map((error) => this.#toFault(error))
  }

  #toFault(error: ErrorObject): SchemaFault {
    const { parentSchema, keyword, instancePath, params } = error
    const member: unknown =
      params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
    return {
      pointer: this.#copies.placeOf(parentSchema, keyword),
      place: instancePath + (typeof member === 'string' ? pointerTo(member) : ''),
      due: dueOf(error),
    }
  }
}

/** Keywords whose faults say what those of their schemas mean together, and those that say nothing more. */
const ofWhole = new Set(['anyOf', 'oneOf', 'contains'])
const ofParts = new Set(['if', 'propertyNames'])

const isBelow = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}/`)
