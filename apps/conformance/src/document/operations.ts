/** Reads the operations of an OpenAPI 3.1 document. */
import { objectAt, partsAt, pointerIn, pointerTo, resolve } from '../contract/pointers.ts'
import type { AnyOperation, DeclaredHeader, DeclaredResponse, Link, SecurityScheme } from './model.ts'
import { readBody, readContents, readParameters } from './parameters.ts'
import { listOf } from './values/shape.ts'

/** The methods that a path may declare (OpenAPI 3.1, 4.8.9.1). */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** An operation's place, before it is read. */
interface Found {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Where its path item stands, and itself. */
  readonly item: string
  readonly pointer: string
}

/** Every operation of an OpenAPI 3.1 document, in its order. References must have been resolved, as `loadContract` does. */
export function operationsOf(document: unknown): readonly AnyOperation[] {
  const found = findOperations(document)
  return found.map((one) => readOperation(document, one, found))
}

function findOperations(document: unknown): readonly Found[] {
  const used = new Set<string>()
  const items = partsAt(document, '/paths').filter(({ name }) => name.startsWith('/'))
  return items.flatMap(({ name: path, pointer: item }) =>
    partsAt(document, item)
      .filter(({ name }) => methods.has(name))
      .map(({ name, pointer, own: { operationId } }) => {
        const method = name.toUpperCase()
        const isUnique = typeof operationId === 'string' && operationId !== '' && !used.has(operationId)
        const id = isUnique ? operationId : `${method} ${path}`
        used.add(id)
        return { id, method, path, item, pointer }
      }),
  )
}

function readOperation(document: unknown, found: Found, all: readonly Found[]): AnyOperation {
  const { id, method, path, item, pointer } = found
  const { requestBody, deprecated, security, servers } = objectAt(document, pointer)
  const { servers: serversOfPath } = objectAt(document, item)
  return {
    id,
    pointer,
    method,
    path,
    parameters: readParameters(document, path, [`${item}/parameters`, `${pointer}/parameters`]),
    ...(requestBody !== undefined && { body: readBody(document, `${pointer}/requestBody`) }),
    responses: partsAt(document, `${pointer}/responses`)
      .filter(({ name }) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(name))
      .map((response) => readResponse(document, response, all)),
    security: readSecurity(document, security === undefined ? '/security' : `${pointer}/security`),
    isDeprecated: deprecated === true,
    isElsewhere: [servers, serversOfPath].some((list) => listOf(list).length > 0),
  }
}

function readResponse(
  document: unknown,
  { name, pointer }: { readonly name: string; readonly pointer: string },
  all: readonly Found[],
): DeclaredResponse {
  return {
    status: name === 'default' ? name : name.toUpperCase(),
    pointer,
    contents: readContents(document, pointer),
    headers: readHeaders(document, pointer),
    links: readLinks(document, pointer, all),
  }
}

/** `Content-Type` is described by the content (OpenAPI 3.1, 4.8.17.1). */
const readHeaders = (document: unknown, response: string): readonly DeclaredHeader[] =>
  partsAt(document, `${response}/headers`)
    .filter(({ name }) => name.toLowerCase() !== 'content-type')
    .map(({ name, pointer, own: { required, schema } }) => {
      const header = { name, pointer, isRequired: required === true }
      return schema === undefined ? header : Object.assign(header, { schema: `${pointer}/schema` })
    })

/** Links to operations of other documents are left out. */
const readLinks = (document: unknown, response: string, all: readonly Found[]): readonly Link[] =>
  partsAt(document, `${response}/links`).flatMap(({ pointer, own: { operationId, operationRef } }) => {
    const place = typeof operationRef === 'string' ? pointerIn(operationRef) : undefined
    const target = all.find(
      ({ id, pointer: at, path, method }) =>
        id === operationId || at === place || pointerTo('paths', path, method.toLowerCase()) === place,
    )
    const parameters = objectAt(document, `${pointer}/parameters`)
    return target === undefined ? [] : [{ operation: target.id, parameters, pointer }]
  })

const readSecurity = (document: unknown, pointer: string): AnyOperation['security'] =>
  partsAt(document, pointer).map(({ pointer: at, own }) =>
    Object.keys(own).map((name) => readScheme(document, name, at + pointerTo(name))),
  )

/** A scheme that is not described is one of another kind, found where it is asked for. */
function readScheme(document: unknown, name: string, asked: string): SecurityScheme {
  const { pointer, value } = resolve(document, `/components/securitySchemes${pointerTo(name)}`)
  const { type, scheme, in: where, name: parameter } = objectAt(document, pointer)
  const isPlace = where === 'header' || where === 'query' || where === 'cookie'
  if (type === 'apiKey' && typeof parameter === 'string' && isPlace)
    return { name, kind: 'apiKey', in: where, parameter, pointer }
  return { name, kind: kindOf(type, scheme), pointer: value === undefined ? asked : pointer }
}

function kindOf(type: unknown, scheme: unknown): SecurityScheme['kind'] {
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer'
  const word = type === 'http' && typeof scheme === 'string' ? scheme.toLowerCase() : ''
  return word === 'bearer' || word === 'basic' ? word : 'other'
}
