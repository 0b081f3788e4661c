/** Reads the operations of an OpenAPI 3.1 document, with all that their requests and responses may have. */
import { objectAt, partsAt, pointerTo, resolve } from '../contract/pointers.ts'
import type {
  AnyOperation,
  Content,
  DeclaredHeader,
  DeclaredResponse,
  Parameter,
  RequestBody,
  SecurityScheme,
} from './model.ts'
import { listOf } from './values/shape.ts'

/** The methods that a path may declare (OpenAPI 3.1, 4.8.9.1). */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Every operation of an OpenAPI 3.1 document, in its order. References must have been resolved, as `loadContract` does. */
export function operationsOf(document: unknown): readonly AnyOperation[] {
  const used = new Set<string>()
  const items = partsAt(document, '/paths').filter(({ name }) => name.startsWith('/'))
  return items.flatMap(({ name: path, pointer: item, own: { servers: ofPath } }) =>
    partsAt(document, item)
      .filter(({ name }) => methods.has(name))
      .map(({ name, pointer, own: { operationId, requestBody, security, servers } }) => {
        const method = name.toUpperCase()
        const isUnique = typeof operationId === 'string' && operationId !== '' && !used.has(operationId)
        const id = isUnique ? operationId : `${method} ${path}`
        used.add(id)
        const body = requestBody === undefined ? {} : { body: readBody(document, `${pointer}/requestBody`) }
        const operation: AnyOperation = {
          id,
          pointer,
          method,
          path,
          parameters: readParameters(document, path, [`${item}/parameters`, `${pointer}/parameters`]),
          responses: readResponses(document, `${pointer}/responses`),
          security: readSecurity(document, security === undefined ? '/security' : `${pointer}/security`),
          isElsewhere: [servers, ofPath].some((list) => listOf(list).length > 0),
        }
        return Object.assign(operation, body)
      }),
  )
}

const keyOf = ({ in: where, name }: Parameter): string =>
  `${where} ${where === 'header' ? name.toLowerCase() : name}`

/** Of the lists at these pointers, later ones win; what the path names besides may have any value: nothing stands at `-` (RFC 6901, 4). */
function readParameters(document: unknown, path: string, pointers: readonly string[]): readonly Parameter[] {
  const described = pointers
    .flatMap((pointer) => partsAt(document, pointer))
    .flatMap(({ pointer, own }) => readParameter(document, pointer, own))
    .filter(({ in: where, name }) => where !== 'header' || !notParameters.has(name.toLowerCase()))
  const named = path
    .matchAll(/\{([^{}]+)\}/g)
    .filter(([, name]) => !described.some((one) => one.in === 'path' && one.name === name))
    .flatMap(([, name]) => readParameter(document, `${pointers.at(-1)}/-`, { name, in: 'path' }))
  return [...new Map([...described, ...named].map((one) => [keyOf(one), one])).values()]
}

/** Described elsewhere: by the content and by `security` (OpenAPI 3.1, 4.8.12.2.1). */
const notParameters = new Set(['accept', 'content-type', 'authorization'])

const defaultStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const

const isPlace = (value: unknown): value is Parameter['in'] =>
  typeof value === 'string' && Object.hasOwn(defaultStyles, value)

function readParameter(
  document: unknown,
  pointer: string,
  { name, in: where, required, style: own, explode: isApart }: Readonly<Record<string, unknown>>,
): readonly Parameter[] {
  if (typeof name !== 'string' || !isPlace(where)) return []
  const isRequired = required === true || where === 'path'
  const style = typeof own === 'string' ? own : defaultStyles[where]
  const explode = typeof isApart === 'boolean' ? isApart : style === 'form'
  const parameter = { name, in: where, pointer, isRequired, style, explode }
  const [content] = readContents(document, pointer)
  const schema = `${content?.pointer ?? pointer}/schema`
  return [
    content === undefined
      ? { ...parameter, schema, examples: readExamples(document, pointer, schema) }
      : { ...parameter, schema, examples: content.examples, mediaType: content.mediaType },
  ]
}

function readBody(document: unknown, place: string): RequestBody {
  const { pointer } = resolve(document, place)
  const isRequired = objectAt(document, pointer)['required'] === true
  return { pointer, isRequired, contents: readContents(document, pointer) }
}

/** What stands under `content` of the object at the pointer. */
const readContents = (document: unknown, pointer: string): readonly Content[] =>
  partsAt(document, `${pointer}/content`).map(({ name: mediaType, pointer: at, own }) => {
    const examples = readExamples(document, at, `${at}/schema`)
    return Object.assign({ mediaType, pointer: at, examples }, schemaIn(at, own))
  })

const schemaIn = (pointer: string, own: object): { readonly schema?: string } =>
  'schema' in own ? { schema: `${pointer}/schema` } : {}

/** The examples of a parameter or a content, then those of its schema. */
function readExamples(document: unknown, pointer: string, schema: string): readonly unknown[] {
  const [own, inSchema] = [objectAt(document, pointer), objectAt(document, schema)]
  const named = partsAt(document, `${pointer}/examples`)
  return [
    ...('example' in own ? [own['example']] : []),
    ...named.flatMap((example) => ('value' in example.own ? [example.own['value']] : [])),
    ...listOf(inSchema['examples']),
    ...('example' in inSchema ? [inSchema['example']] : []),
  ]
}

const readResponses = (document: unknown, responses: string): readonly DeclaredResponse[] =>
  partsAt(document, responses)
    .filter(({ name }) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(name))
    .map(({ name, pointer }) => ({
      status: name === 'default' ? name : name.toUpperCase(),
      pointer,
      contents: readContents(document, pointer),
      headers: readHeaders(document, pointer),
      links: readLinks(document, pointer),
    }))

/** `Content-Type` is described by the content (OpenAPI 3.1, 4.8.17.1). */
const readHeaders = (document: unknown, response: string): readonly DeclaredHeader[] =>
  partsAt(document, `${response}/headers`)
    .filter(({ name }) => name.toLowerCase() !== 'content-type')
    .map(({ name, pointer, own }) =>
      Object.assign({ name, pointer, isRequired: own['required'] === true }, schemaIn(pointer, own)),
    )

/** Links to operations of other documents are left out. */
const readLinks = (document: unknown, response: string): DeclaredResponse['links'] =>
  partsAt(document, `${response}/links`)
    .filter(({ own: { operationRef: ref } }) => typeof ref !== 'string' || ref.startsWith('#'))
    .flatMap(({ pointer }) => Object.entries(objectAt(document, `${pointer}/parameters`)))

const readSecurity = (document: unknown, pointer: string): AnyOperation['security'] =>
  partsAt(document, pointer).map(({ pointer: at, own }) =>
    Object.keys(own).map((name) => readScheme(document, name, at + pointerTo(name))),
  )

/** A scheme that is not described is one of another kind, found where it is asked for. */
function readScheme(document: unknown, name: string, asked: string): SecurityScheme {
  const { pointer, value } = resolve(document, `/components/securitySchemes${pointerTo(name)}`)
  const { type, scheme, in: where, name: parameter } = objectAt(document, pointer)
  if (type === 'apiKey' && typeof parameter === 'string' && isPlace(where) && where !== 'path')
    return { name, kind: 'apiKey', in: where, parameter, pointer }
  return { name, kind: kindOf(type, scheme), pointer: value === undefined ? asked : pointer }
}

function kindOf(type: unknown, scheme: unknown): SecurityScheme['kind'] {
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer'
  const word = type === 'http' && typeof scheme === 'string' ? scheme.toLowerCase() : ''
  return word === 'bearer' || word === 'basic' ? word : 'other'
}
