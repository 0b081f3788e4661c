/** Contracts that have nothing but one schema, one parameter or one body. */
import type { AnyContract, Parameter, RequestBody } from '../../../src/document/model.ts'
import { demandsFor, type Demands } from '../../../src/document/values/shape.ts'
import type { RequestParts } from '../../../src/document/values/parameter-texts.ts'

/** With the schema at `/schema`, and others at `/others/…`. */
export const contractWith = (schema: unknown, others: unknown = {}): AnyContract => ({
  name: 'openapi.yaml',
  text: '',
  document: { schema, others },
  operations: [],
  files: [],
})

/** That schema. */
export const demandsWith = (schema: unknown): Demands => demandsFor(contractWith(schema), '/schema')

/** A parameter `p` with that schema. */
export const parameter = (place: Parameter['in'], style: string, explode: boolean): Parameter => ({
  name: 'p',
  in: place,
  style,
  explode,
  isRequired: true,
  pointer: '/parameter',
  schema: '/schema',
  examples: [],
})

/** A body with that schema. */
export const bodyOf = (...mediaTypes: readonly string[]): RequestBody => ({
  pointer: '/body',
  isRequired: true,
  contents: mediaTypes.map((mediaType) => ({
    mediaType,
    pointer: '/body/content/x',
    schema: '/schema',
    examples: [],
  })),
})

/** The parts of a request that has nothing but the parameter. */
export const partsOf = ({ in: place, name }: Parameter, text: string): RequestParts => ({
  path: place === 'path' ? { [name]: text } : {},
  query: place === 'query' ? text : '',
  fields: place === 'header' ? [[name, text]] : place === 'cookie' ? [['Cookie', text]] : [],
})
