/** Reads the parameters, bodies and contents of an OpenAPI 3.1 document. */
import { objectAt, partsAt, resolve } from '../contract/pointers.ts'
import type { Content, Parameter, RequestBody } from './model.ts'
import { listOf } from './values/shape.ts'

const keyOf = ({ in: where, name }: Parameter): string =>
  `${where} ${where === 'header' ? name.toLowerCase() : name}`

/** Of the lists at these pointers, later ones win; what the path names besides may have any value: nothing stands at `-` (RFC 6901, 4). */
export function readParameters(
  document: unknown,
  path: string,
  pointers: readonly string[],
): readonly Parameter[] {
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

function readParameter(
  document: unknown,
  pointer: string,
  { name, in: where, required, style, explode }: Readonly<Record<string, unknown>>,
): readonly Parameter[] {
  if (typeof name !== 'string' || !isPlace(where)) return []
  const [content] = readContents(document, pointer)
  const schema = content?.schema ?? `${content?.pointer ?? pointer}/schema`
  const parameter = {
    name,
    in: where,
    pointer,
    isRequired: required === true || where === 'path',
    ...styleOf(where, style, explode),
    schema,
    examples: content?.examples ?? readExamples(document, pointer, schema),
  }
  return [content === undefined ? parameter : { ...parameter, mediaType: content.mediaType }]
}

function styleOf(
  where: Parameter['in'],
  own: unknown,
  explode: unknown,
): { style: string; explode: boolean } {
  const style = typeof own === 'string' ? own : defaultStyles[where]
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

const defaultStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const

const isPlace = (value: unknown): value is Parameter['in'] =>
  typeof value === 'string' && Object.hasOwn(defaultStyles, value)

/** The body of a request at this place. */
export function readBody(document: unknown, place: string): RequestBody {
  const { pointer } = resolve(document, place)
  const isRequired = objectAt(document, pointer)['required'] === true
  return { pointer, isRequired, contents: readContents(document, pointer) }
}

/** What stands under `content` of the object at the pointer. */
export const readContents = (document: unknown, pointer: string): readonly Content[] =>
  partsAt(document, `${pointer}/content`).map(({ name: mediaType, pointer: at, own }) => {
    const schema = `${at}/schema`
    const content = { mediaType, pointer: at, examples: readExamples(document, at, schema) }
    return own['schema'] === undefined ? content : Object.assign(content, { schema })
  })

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
