/** Which rules a body breaks and keeps, according to the validator of its schema. */
import { isPlants } from '@plant-store/contracts/validators'
import { ValueErrorType } from '@sinclair/typebox/value'
import { ruleOfFault, rulesOfErrorBody, rulesOfList } from '../contract/answer-fault.ts'

export interface SchemaRules {
  /** The rule that a fault of this type breaks at this path of the body. */
  ruleFor(path: string, type: ValueErrorType): string
  /** The rules that a body without faults keeps; the caller must know whether it has any. */
  keptBy(body: unknown): readonly string[]
}

/** For bodies of an operation known only from the table. */
export const declaredRules: SchemaRules = {
  ruleFor: () => 'bodies-as-declared',
  keptBy: () => ['bodies-as-declared'],
}

/** For a list of plants. */
export const plantRules: SchemaRules = {
  ruleFor: (path, type) => ruleOfBody(200, path, type),
  keptBy: (body) => {
    const plants = isPlants(body) ? body : []
    const hasTag = plants.some(({ tag }) => tag !== undefined)
    return ['bodies-as-declared', ...rulesOfList(plants.length > 0, hasTag)]
  },
}

/** For every refusal and failure. */
export const refusalRules: SchemaRules = {
  ruleFor: (path, type) => ruleOfBody(400, path, type),
  keptBy: () => rulesOfErrorBody,
}

const keywords = new Map([
  [ValueErrorType.ObjectRequiredProperty, 'required'],
  [ValueErrorType.IntegerMinimum, 'minimum'],
  [ValueErrorType.IntegerMaximum, 'maximum'],
])

/** A missing member is a fault of the object that lacks it, as in JSON Schema. */
function ruleOfBody(status: number, path: string, type: ValueErrorType): string {
  const keyword = keywords.get(type) ?? 'type'
  const steps = path.split('/').slice(1)
  const place = keyword === 'required' ? steps.slice(0, -1) : steps
  return ruleOfFault(status, { part: 'body', place, keyword })
}
