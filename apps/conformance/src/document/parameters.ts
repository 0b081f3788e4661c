/** Reads the parameters, bodies and contents of an OpenAPI 3.1 document. */
import { objectAt, pointerTo, resolve } from '../contract/pointers.ts'
import type { Content, Parameter, RequestBody } from './model.ts'

/** The pointers of the items of the list at a pointer. */
export function itemsAt(document: unknown, pointer: string): readonly string[] {
  const { pointer: at, value } = resolve(document, pointer)
  return Array.isArray(value) ? value.map((_, index) => `${at}/${index}`) : []
}

const keyOf = ({ in: where, name }: Parameter): string =>
  `${where} ${where === 'header' ? name.toLowerCase() : name}`

/** Of the lists at these pointers, later ones win; what the path names besides may have any value. */
export function readParameters(
  document: unknown,
  path: string,
  pointers: readonly string[],
): readonly Parameter[] {
  const named = path.matchAll(/\{([^{}]+)\}/g).map(([, name = '']) => bare(name, pointers.at(-1) ?? ''))
  const described = pointers
    .flatMap((pointer) => itemsAt(document, pointer))
    .flatMap((pointer) => readParameter(document, resolve(document, pointer).pointer))
  const inPath = new Set(described.filter((one) => one.in === 'path').map(({ name }) => name))
  const all = [...described, ...named.filter(({ name }) => !inPath.has(name))]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

/** A parameter of which nothing is said. Nothing stands at `-` (RFC 6901, 4). */
const bare = (name: string, pointer: string): Parameter => ({
  name,
  in: 'path',
  pointer,
  isRequired: true,
  style: 'simple',
  explode: false,
  allowReserved: false,
  schema: `${pointer}/-`,
  examples: [],
})

/** Described elsewhere: by the content and by `security` (OpenAPI 3.1, 4.8.12.2.1). */
const notParameters = new Set(['accept', 'content-type', 'authorization'])

function readParameter(document: unknown, pointer: string): readonly Parameter[] {
  const { name, in: where, required, allowReserved } = objectAt(document, pointer)
  if (typeof name !== 'string' || !isPlace(where)) return []
  if (where === 'header' && notParameters.has(name.toLowerCase())) return []
  const parameter = {
    name,
    in: where,
    pointer,
    isRequired: required === true || where === 'path',
    ...readStyle(document, pointer, where),
    allowReserved: allowReserved === true,
  }
  const [content] = readContents(document, pointer)
  const schema = content?.schema ?? `${content?.pointer ?? pointer}/schema`
  if (content === undefined)
    return [{ ...parameter, schema, examples: readExamples(document, pointer, schema) }]
  return [{ ...parameter, schema, mediaType: content.mediaType, examples: content.examples }]
}

function readStyle(
  document: unknown,
  pointer: string,
  where: Parameter['in'],
): Pick<Parameter, 'style' | 'explode'> {
  const { style: own, explode } = objectAt(document, pointer)
  const style = typeof own === 'string' ? own : defaultStyles[where]
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

const defaultStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const

const isPlace = (value: unknown): value is Parameter['in'] =>
  value === 'path' || value === 'query' || value === 'header' || value === 'cookie'

/** The body of a request at this place. */
export function readBody(document: unknown, place: string): RequestBody {
  const { pointer } = resolve(document, place)
  const isRequired = objectAt(document, pointer)['required'] === true
  return { pointer, isRequired, contents: readContents(document, pointer) }
}

/** What stands under `content` of the object at the pointer. */
export const readContents = (document: unknown, pointer: string): readonly Content[] =>
  Object.keys(objectAt(document, `${pointer}/content`)).map((mediaType) => {
    const at = resolve(document, `${pointer}/content${pointerTo(mediaType)}`).pointer
    const schema = `${at}/schema`
    const content = { mediaType, pointer: at, examples: readExamples(document, at, schema) }
    return objectAt(document, at)['schema'] === undefined ? content : Object.assign(content, { schema })
  })

/** The examples of a parameter or a content, then those of its schema. */
function readExamples(document: unknown, pointer: string, schema: string): readonly unknown[] {
  const named = Object.keys(objectAt(document, `${pointer}/examples`)).map((name) =>
    objectAt(document, `${pointer}/examples${pointerTo(name)}`),
  )
  const inSchema = objectAt(document, schema)
  const more: readonly unknown[] = Array.isArray(inSchema['examples']) ? inSchema['examples'] : []
  return [
    ...[objectAt(document, pointer)].flatMap((own) => ('example' in own ? [own['example']] : [])),
    ...named.flatMap((example) => ('value' in example ? [example['value']] : [])),
    ...more,
    ...('example' in inSchema ? [inSchema['example']] : []),
  ]
}
