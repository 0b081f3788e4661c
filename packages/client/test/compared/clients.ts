/** Clients of the same contract, each used as its documentation teaches: packages, generators and a caller's code. */

export interface Compared {
  readonly name: string
  /** Exact versions: the figures in docs/consumers/compared.md hold for these. */
  readonly packages: Readonly<Record<string, string>>
  /** Programs of the installed packages, with their arguments; `openapi.yaml` is the contract. */
  readonly generate?: readonly (readonly [program: string, ...args: string[]])[]
  /**
   * A module with `list({ baseUrl, token, limit, cache })`, which resolves to the plants, or for any other response to
   * something that is not an array. `first(options)`, if the client can do that, resolves to the first plant as soon as
   * it arrives.
   */
  readonly code: string
}

const own: Compared = {
  name: '@plant-store/client',
  packages: {},
  code: `import { listCache, listPlants, plants } from '@plant-store/client'
    const cache = listCache()
    export async function list(options) {
      const result = await listPlants({ ...options, cache })
      return result.status === 200 ? result.body : result
    }
    export async function first(options) {
      for await (const plant of plants(options)) return plant
    }`,
}

const openapiFetch: Compared = {
  name: 'openapi-fetch',
  packages: { 'openapi-fetch': '0.17.0' },
  code: `import createClient from 'openapi-fetch'
    export async function list({ baseUrl, token, limit }) {
      const client = createClient({ baseUrl, headers: { Authorization: 'Bearer ' + token } })
      const { data, error } = await client.GET('/plants', { params: { query: { limit } } })
      return data ?? error
    }`,
}

const heyApi: Compared = {
  name: '@hey-api/openapi-ts',
  packages: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' },
  generate: [['openapi-ts', '--input', 'openapi.yaml', '--output', 'hey-api']],
  code: `import { listPlants } from './hey-api/index.ts'
    export async function list({ baseUrl, token, limit }) {
      const { data, error } = await listPlants({ baseUrl, auth: token, query: { limit } })
      return data ?? error
    }`,
}

const tsRest: Compared = {
  name: '@ts-rest/core',
  packages: { '@ts-rest/core': '3.52.1', zod: '3.25.76' },
  code: `import { initClient, initContract } from '@ts-rest/core'
    import { z } from 'zod'
    const Plant = z.object({ name: z.string(), tag: z.string().optional() })
    const Refusal = z.object({ error: z.number().int(), message: z.string() })
    const contract = initContract().router({
      listPlants: {
        method: 'GET',
        path: '/plants',
        query: z.object({ limit: z.number().int().min(0).max(2147483647).optional() }),
        responses: { 200: z.array(Plant), 400: Refusal, 401: Refusal, 500: Refusal, 503: Refusal },
      },
    })
    export async function list({ baseUrl, token, limit }) {
      const baseHeaders = { Authorization: 'Bearer ' + token }
      const client = initClient(contract, { baseUrl, baseHeaders, validateResponse: true })
      const result = await client.listPlants({ query: { limit } })
      return result.status === 200 ? result.body : result
    }`,
}

const redocly: Compared = {
  name: '@redocly/cli generate-client',
  packages: { '@redocly/cli': '2.77.0' },
  generate: [['redocly', 'generate-client', 'openapi.yaml', '--output', 'redocly.ts']],
  code: `import { configure, listPlants } from './redocly.ts'
    export async function list({ baseUrl, token, limit }) {
      configure({ serverUrl: baseUrl, auth: { bearer: token } })
      return await listPlants({ query: { limit } })
    }`,
}

export const compared: readonly Compared[] = [own, openapiFetch, heyApi, tsRest, redocly]
