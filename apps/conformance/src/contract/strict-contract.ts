/** The contract by which the tools judge a service: it forbids members that a schema does not name. */
import { readContract } from './contract-lines.ts'

/**
 * openapi.yaml as plain values, with every object schema closed. Its schemas are open for the sake of clients; its text
 * demands of services what no keyword of an open schema can.
 */
export function strictContract(): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a document of OpenAPI is an object
  return JSON.parse(JSON.stringify(readContract().document), close) as Record<string, unknown>
}

function close(_name: unknown, value: unknown): unknown {
  const isOpenObject =
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'object' &&
    'properties' in value &&
    !('additionalProperties' in value)
  return isOpenObject ? { ...value, additionalProperties: false } : value
}
