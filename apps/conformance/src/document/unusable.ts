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
  const among = (
    rule: string,
    all: readonly { readonly schema?: string }[],
    direction?: Direction,
  ): [string, string][] =>
    all.flatMap(({ schema }) => {
      const problem = schema === undefined ? undefined : problemOf(contract, schema, direction)
      return problem === undefined ? [] : [[rule, problem]]
    })
  return [
    ...parameters.flatMap((parameter) => among(ruleOf(operation, 'parameter', parameter), [parameter])),
    ...among(ruleId(operation, 'request-body'), body?.contents ?? [], 'request'),
    ...among(ruleId(operation, 'body'), contents, 'response'),
    ...among(ruleId(operation, 'header'), headers, 'response'),
  ]
}
