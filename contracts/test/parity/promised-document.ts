/** The document as src/ promises it, without the prose: openapi.yaml is compared with it. */
import { contractVersion, errorCatalogue } from '@plant-store/contracts'
import { operations, Plant, Plants, PlantStoreError } from '@plant-store/contracts/schemas'
import { type Json, type JsonObject, membersOf, toJson, toText } from '../json.ts'

/** The parts of the given contract without a place in src/, such as its one server and one way to authenticate. */
const given = {
  openapi: '3.1.0',
  info: { title: 'OpenAPI Plant Store', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: '{base_url}', variables: { base_url: {} } }],
  security: [{ bearer: [] }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
} as const

const textsIn = (list: Json | undefined): string[] =>
  Array.isArray(list) ? list.filter((item: Json) => typeof item === 'string') : []

/**
 * Every property of an object schema in the form that parameters and headers have in a document.
 * `rest` is what the schema says besides its properties; if there is anything, the comparison shows it.
 */
const takeApart = (objectSchema: Json | undefined) => {
  const { type, properties, required, ...rest } = membersOf(objectSchema)
  const always = textsIn(required)
  const names = [...new Set([...Object.keys(membersOf(properties)), ...always])]
  const part = (name: string) => {
    const { description, ...schema } = membersOf(membersOf(properties)[name])
    return { description, required: always.includes(name), schema }
  }
  return {
    parts: names.map((name) => ({ name, part: part(name) })),
    rest: type === 'object' && properties !== undefined ? rest : { ...rest, type: toText(type) },
  }
}

/** The examples of a response with this status: one for each cause that has the status. */
const examplesOf = (status: string, catalogue: JsonObject) => {
  const causes = Object.entries(catalogue).filter(
    ([, entry]) => toText(membersOf(entry)['status']) === status,
  )
  const examples = causes.map(([cause, entry]) => {
    const { error, message } = membersOf(entry)
    return [cause, { value: { error, message } }] as const
  })
  return examples.length > 0 ? Object.fromEntries(examples) : undefined
}

const response = (schema: Json | undefined, headers: Json | undefined, examples: unknown) => {
  const { parts, rest } = takeApart(headers)
  return {
    ...rest,
    headers: Object.fromEntries(parts.map(({ name, part }) => [name, part])),
    content: schema === undefined ? undefined : { 'application/json': { schema, examples } },
  }
}

/** The parameters in one place, and what their schema says besides them. */
const parametersIn = (place: string, schema: Json | undefined) => {
  const { parts, rest } = takeApart(schema)
  return { parameters: parts.map(({ name, part }) => Object.assign({ name, in: place }, part)), rest }
}

/** An operation of the table in the form that it has under its path and method. */
const operation = (entry: JsonObject, catalogue: JsonObject) => {
  const { method: _method, path: _path, pathParameters, query, responses, responseHeaders, ...rest } = entry
  const inPath = parametersIn('path', pathParameters ?? { type: 'object', properties: {} })
  const inQuery = parametersIn('query', query)
  const parameters = [...inPath.parameters, ...inQuery.parameters]
  const bodies = membersOf(responses)
  const headers = membersOf(responseHeaders)
  const statuses = Object.keys({ ...bodies, ...headers })
  return {
    ...rest,
    ...inPath.rest,
    ...inQuery.rest,
    parameters: parameters.length === 0 ? undefined : parameters,
    responses: Object.fromEntries(
      statuses.map((status) => [
        status,
        response(bodies[status], headers[status], examplesOf(status, catalogue)),
      ]),
    ),
  }
}

/** The paths of the operation table, each with its methods. */
const pathsOf = (table: Json, catalogue: JsonObject) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const value of Object.values(membersOf(table))) {
    const entry = membersOf(value)
    const item = (paths[toText(entry['path'])] ??= {})
    item[toText(entry['method']).toLowerCase()] = operation(entry, catalogue)
  }
  return paths
}

const { securitySchemes, info, ...frame } = given

/** The whole document without its prose, with every reference replaced by what it refers to. */
export const promisedDocument: Json = toJson({
  ...frame,
  info: { ...info, version: contractVersion },
  paths: pathsOf(toJson(operations), membersOf(toJson(errorCatalogue))),
  components: { securitySchemes, schemas: { Plant, Plants, Error: PlantStoreError } },
})
