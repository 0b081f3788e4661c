/** What the links of a response name: values for parameters of other operations (OpenAPI 3.1, 4.8.20). */
import { fieldValue } from '@plant-store/raw-http'
import { memberAt } from '../../contract/pointers.ts'
import type { RawResponse } from '../../exchange.ts'
import { type AnyOperation, declaredFor } from '../model.ts'
import { readJson } from '../oracle/content.ts'

/** Names of parameters, each with the text or number that the response has for it. */
export function linkedValues(
  operation: AnyOperation,
  response: RawResponse,
): readonly (readonly [name: string, value: string | number])[] {
  const { value: body } = readJson(response)
  const links = declaredFor(operation, response.status)?.links ?? []
  return links.flatMap(([name, expression]) => {
    const value = evaluate(String(expression), response, body)
    // The place may stand before the name, where two parameters have the same.
    const plain = name.replace(/^(?:path|query|header|cookie)\./, '')
    return typeof value === 'string' || typeof value === 'number' ? [[plain, value] as const] : []
  })
}

/** What a runtime expression finds in the response; undefined for nothing, and for what the request said. */
function evaluate(expression: string, response: RawResponse, body: unknown): unknown {
  const [, field, pointer] = /^\$response\.(?:header\.([^#]+)|body#(\/.*))$/.exec(expression) ?? []
  if (field !== undefined) return fieldValue(response, field)
  const steps = pointer?.split('/').slice(1)
  return steps?.reduce((found, step) => memberAt(found, step), { pointer: '', value: body }).value
}
