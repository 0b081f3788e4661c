/** What the schemas of a document keep from being checked, since they are no schemas. */
import type { AnyContract, AnyOperation } from './model.ts'
import { ruleOf } from './oracle/parameters.ts'
import { ruleId } from './rules.ts'
import { type Direction, problemOf } from './schemas.ts'

/** The operation's rules that can't be checked in full, each with the reason in one sentence. */
export function unusableIn(
  contract: AnyContract,
  operation: AnyOperation,
): readonly (readonly [rule: string, reason: string])[] {
  const { parameters, body, responses } = operation
  const contents = responses.flatMap((response) => response.contents)
  const headers = responses.flatMap((response) => response.headers)
  const all: readonly (readonly [rule: string, described: { readonly schema?: string }, Direction?])[] = [
    ...parameters.map((one) => [ruleOf(operation, 'parameter', one), one] as const),
    ...(body?.contents ?? []).map((one) => [ruleId(operation, 'request-body'), one, 'request'] as const),
    ...contents.map((one) => [ruleId(operation, 'body'), one, 'response'] as const),
    ...headers.map((one) => [ruleId(operation, 'header'), one, 'response'] as const),
  ]
  return all.flatMap(([rule, { schema }, direction]) => {
    const problem = schema === undefined ? undefined : problemOf(contract, schema, direction)
    return problem === undefined ? [] : [[rule, problem] as const]
  })
}
