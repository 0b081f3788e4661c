/** The contract as an OpenAPI 3.1 document, as far as the page knows its members. */

/** The members of a path item that are operations, in the order in which OpenAPI 3.1 lists them. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

export interface OpenApi {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description?: string
    readonly license?: { readonly name: string }
  }
  readonly servers?: readonly Server[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
}

export interface Server {
  readonly url: string
  readonly description?: string
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly description?: string }>>
}

type PathItem = Readonly<Partial<Record<(typeof methods)[number], Operation>>> & Pick<Operation, 'parameters'>

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: OpenApi['security']
  readonly parameters?: readonly Referable<Parameter>[]
  readonly responses: Readonly<Record<string, Referable<ResponseObject>>>
}

export interface Parameter extends Field {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
}

/** A parameter or a header: a value in a request or a response. */
export interface Field {
  readonly description?: string
  readonly required?: boolean
  readonly schema?: Schema
}

/** The Response Object. */
export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Referable<Field>>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Referable<Example>>>
}

export interface Example {
  readonly summary?: string
  readonly value?: unknown
}

interface SecurityScheme {
  readonly type: string
  readonly scheme?: string
  readonly description?: string
}

/** A JSON Schema: any of its keywords, including a reference. */
export type Schema = Readonly<Record<string, unknown>>

/** The thing itself, or a reference to its place in the document: `#/components/headers/ETag`. */
type Referable<Thing> = Thing | { readonly $ref: string }

/** Follows references to their end. Throws if one leads nowhere. */
export type Resolve = <Thing>(thing: Referable<Thing>) => Thing

export function createResolve(document: OpenApi): Resolve {
  return function resolve<Thing>(thing: Referable<Thing>): Thing {
    if (typeof thing !== 'object' || thing === null || !('$ref' in thing)) return thing
    const steps = thing.$ref.split('/').slice(1)
    const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    let found: unknown = document
    for (const name of names) {
      found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
    }
    if (found === undefined) throw new Error(`${thing.$ref} leads nowhere`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own tests check the document
    return resolve(found as Referable<Thing>)
  }
}

/** An operation with its place in the document, and what it inherits from there. */
export interface PlacedOperation {
  readonly method: string
  readonly path: string
  readonly id: string
  readonly title: string
  /** The groups it belongs to, as in `Plants: The plants of the store`. */
  readonly tags: readonly string[]
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  /** Whether its requests carry a bearer token. */
  readonly takesToken: boolean
}

/** All operations, in the order of the document. */
export function listOperations(document: OpenApi, resolve: Resolve): readonly PlacedOperation[] {
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  const bearers = new Set(schemes.flatMap(([name, { scheme }]) => (scheme === 'bearer' ? name : [])))
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const id = operation.operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return {
        method,
        path,
        id,
        title: operation.summary ?? id,
        tags: (operation.tags ?? []).map((tag) => describeTag(tag, document)),
        operation,
        parameters: parameters.map((parameter) => resolve(parameter)),
        takesToken: (operation.security ?? document.security ?? []).some((needed) =>
          Object.keys(needed).some((name) => bearers.has(name)),
        ),
      }
    }),
  )
}

function describeTag(tag: string, { tags = [] }: OpenApi): string {
  const description = tags.find(({ name }) => name === tag)?.description
  return description === undefined ? tag : `${tag}: ${description}`
}
