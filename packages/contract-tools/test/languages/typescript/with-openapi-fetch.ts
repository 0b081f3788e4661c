/** openapi-typescript's types with openapi-fetch: the generated file contains only types. */
import createClient from 'openapi-fetch'
import type { components, paths } from './dist/schema.d.ts'

const [baseUrl = '', token = ''] = process.argv.slice(2)
const ask = (secret: string) =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${secret}` } })

async function list(limit?: number): Promise<components['schemas']['Plant'][]> {
  const { data, error } = await ask(token).GET('/plants', {
    params: { query: limit === undefined ? {} : { limit } },
  })
  if (data === undefined) throw new Error(error.message)
  return data
}

async function refusal(secret: string, limit: number): Promise<number | undefined> {
  const { error } = await ask(secret).GET('/plants', { params: { query: { limit } } })
  return error?.error
}

console.log(
  JSON.stringify({
    all: await list(),
    first: await list(2),
    refusedToken: await refusal('pst_unknown', 1),
    invalidLimit: await refusal(token, -1),
  }),
)

// @ts-expect-error -- there is no such path
void (() => ask(token).GET('/trees'))
// @ts-expect-error -- limit is a number
void (() => ask(token).GET('/plants', { params: { query: { limit: '2' } } }))
// @ts-expect-error -- a plant has no height
void (async () => (await list())[0]?.height)
