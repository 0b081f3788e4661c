/**
 * The contract as code generators do well with it. The schema `Error` has the name that it has in `src/`, because many
 * languages have an `Error` of their own; the server is an address, since several generators take a template for one;
 * only schemas have names, since others become one more type each; and of a description, which generators repeat at
 * every use, the first paragraph is left.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Contract {
  readonly servers: readonly [{ readonly variables: { readonly base_url: { readonly default: string } } }]
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', Readonly<Record<string, unknown>>>>
}

const file = new URL('../openapi.yaml', import.meta.url)
const text = JSON.stringify(parse(readFileSync(file, 'utf8')))
const whole: unknown = JSON.parse(text.replaceAll('/schemas/Error"', '/schemas/PlantStoreError"'))

/** A part of the contract, with what it refers to in place of the reference, unless that is a schema. */
function simplify(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => simplify(item))
  if (typeof part !== 'object' || part === null) return part
  const reference = '$ref' in part ? String(part.$ref) : '#/components/schemas/'
  if (!reference.startsWith('#/components/schemas/')) {
    const path = reference.split('/').slice(1)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests check every reference of the document
    return simplify(path.reduce((at, name) => (at as Record<string, unknown>)[name], whole))
  }
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string'
        ? value.split('\n\n', 1)[0]?.trim()
        : simplify(value),
    ]),
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests check the document
const { 'x-given': _, ...contract } = simplify(whole) as Contract & { readonly 'x-given': unknown }
const { schemas, securitySchemes } = contract.components
const { Error: PlantStoreError, ...others } = schemas

/** The document as data. */
export const forGenerators = {
  ...contract,
  servers: [{ url: contract.servers[0].variables.base_url.default }],
  components: { securitySchemes, schemas: { ...others, PlantStoreError } },
}
