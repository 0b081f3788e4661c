/** Which rule stands at which place of a schema. */
import { ValueErrorType } from '@sinclair/typebox/value'

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

const typeRules: Readonly<Record<string, string>> = {
  '': 'error-is-object',
  '/error': 'error-is-integer',
  '/message': 'message-is-text',
}

const isBound = (type: ValueErrorType): boolean =>
  type === ValueErrorType.IntegerMinimum || type === ValueErrorType.IntegerMaximum

/** Of every refusal and failure. */
export const refusalRules: SchemaRules = {
  ruleFor: (path, type) => {
    if (type === ValueErrorType.ObjectRequiredProperty) {
      return 'error-has-both-members'
    }
    return isBound(type) ? 'error-is-int32' : (typeRules[path] ?? 'bodies-as-declared')
  },
  keptBy: () => [...Object.values(typeRules), 'error-has-both-members', 'error-is-int32'],
}
