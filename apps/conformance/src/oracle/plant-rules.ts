/** Which rule stands at which place of a list of plants. */
import { ValueErrorType } from '@sinclair/typebox/value'
import { isPlants } from '@plant-store/contracts/validators'
import type { SchemaRules } from './schema-rules.ts'

export const plantRules: SchemaRules = {
  ruleFor: (path, type) => {
    if (type === ValueErrorType.ObjectRequiredProperty) {
      return 'plant-has-name'
    }
    const [, index, member] = path.split('/')
    if (index === undefined) {
      return 'list-is-array'
    }
    return member === undefined
      ? 'items-are-objects'
      : member === 'name'
        ? 'plant-name-is-text'
        : 'plant-tag-is-text'
  },
  keptBy: (body) => [
    'list-is-array',
    'bodies-as-declared',
    ...(isPlants(body) && body.length > 0
      ? ['items-are-objects', 'plant-has-name', 'plant-name-is-text']
      : []),
    ...(isPlants(body) && body.some(({ tag }) => tag !== undefined) ? ['plant-tag-is-text'] : []),
  ],
}
