/**
 * The contract as code generators do well with it: the schema `Error` has the name that it has in `src/`, because many
 * languages have an `Error` of their own, and the server is an address, since several generators take a template for one.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Contract {
  readonly servers: readonly [{ readonly variables: { readonly base_url: { readonly default: string } } }]
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const file = new URL('../openapi.yaml', import.meta.url)
const text = JSON.stringify(parse(readFileSync(file, 'utf8')))
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the tests check the document
const contract: Contract = JSON.parse(text.replaceAll('/schemas/Error"', '/schemas/PlantStoreError"'))
const { Error: error, ...schemas } = contract.components.schemas

/** The document as data. */
export const forGenerators = {
  ...contract,
  servers: [{ url: contract.servers[0].variables.base_url.default }],
  components: { ...contract.components, schemas: { ...schemas, PlantStoreError: error } },
}
