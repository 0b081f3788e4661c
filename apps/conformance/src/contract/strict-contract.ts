/** The contract as the tools judge a service by it: no member may be sent that a schema does not name. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json }

/**
 * openapi.yaml with every object schema closed. Its schemas are open for the sake of clients; the text asks of services
 * what no keyword of an open schema can.
 */
export function strictContract(): JsonObject {
  const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a document of plain YAML is JSON
  return close(parse(readFileSync(file, 'utf8')) as JsonObject)
}

function close(value: JsonObject): JsonObject {
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => [name, closeAny(inner)])
  const closed = Object.fromEntries(entries)
  const isOpen =
    value['type'] === 'object' &&
    value['properties'] !== undefined &&
    value['additionalProperties'] === undefined
  return isOpen ? { ...closed, additionalProperties: false } : closed
}

function closeAny(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => closeAny(item))
  return isObject(value) ? close(value) : value
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
