/** Targets that any service has, and what may be asked of them, by the table of operations. */
import { operations } from '@plant-store/contracts/schemas'
import { integerParameters, type Operation } from '../oracle/operation.ts'
import { isTemplate } from './path-template.ts'

const all: readonly Operation[] = Object.values(operations)
const fixed = all.filter(({ method, path }) => method === 'GET' && !isTemplate(path))

/** Each path without a value in it, without parameters. */
export const plainTargets: readonly string[] = fixed.map(({ path }) => path)

/** The same with one parameter, that is 1. */
export const smallTargets = withParameter(() => 1)

/** The same with one parameter, that is less than it may be. */
export const wrongTargets = withParameter((minimum) => minimum - 1)

function withParameter(valueFor: (minimum: number) => number): readonly string[] {
  return fixed.flatMap((operation) =>
    integerParameters(operation).map(({ name, minimum }) => `${operation.path}?${name}=${valueFor(minimum)}`),
  )
}
