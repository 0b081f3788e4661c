/** Which rules a body breaks and keeps, by what the validator of its schema says of it. */
import { isPlants } from '@plant-store/contracts/validators'
import { ValueErrorType } from '@sinclair/typebox/value'
import { ruleOfFault, rulesOfErrorBody, rulesOfList } from '../contract/answer-fault.ts'

export interface SchemaRules {
  /** The rule that is broken by what is wrong at this path of the body. */
  ruleFor(path: string, type: ValueErrorType): string
  /** The rules that a body in order keeps; whether it is in order is the caller's to know. */
  keptBy(body: unknown): readonly string[]
}

/** Of the body of an operation of which only the table is known. */
export const declaredRules: SchemaRules = {
  ruleFor: () => 'bodies-as-declared',
  keptBy: () => ['bodies-as-declared'],
}

/** Of a list of plants. */
export const plantRules: SchemaRules = {
  ruleFor: (path, type) => ruleOfBody(200, path, type),
  keptBy: (body) => {
    const plants = isPlants(body) ? body : []
    const hasTag = plants.some(({ tag }) => tag !== undefined)
    return ['bodies-as-declared', ...rulesOfList(plants.length > 0, hasTag)]
  },
}

/** Of every refusal and failure. */
export const refusalRules: SchemaRules = {
  ruleFor: (path, type) => ruleOfBody(400, path, type),
  keptBy: () => rulesOfErrorBody,
}

const keywords = new Map([
  [ValueErrorType.ObjectRequiredProperty, 'required'],
  [ValueErrorType.IntegerMinimum, 'minimum'],
  [ValueErrorType.IntegerMaximum, 'maximum'],
])

/** A member that is missing is a fault of the object that it is missing from, as JSON Schema tells it. */
function ruleOfBody(status: number, path: string, type: ValueErrorType): string {
  const keyword = keywords.get(type) ?? 'type'
  const steps = path.split('/').slice(1)
  const place = keyword === 'required' ? steps.slice(0, -1) : steps
  return ruleOfFault(status, { part: 'body', place, keyword })
}
