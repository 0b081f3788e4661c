import createClient from 'openapi-fetch'
import { consume } from './consume.ts'
import type { paths } from './dist/openapi-typescript.ts'

await consume(async (baseUrl, token, limit) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const { data, error } = await client.GET('/plants', {
    params: { query: limit === undefined ? {} : { limit } },
  })
  // @ts-expect-error -- limit is a number
  void (() => client.GET('/plants', { params: { query: { limit: '2' } } }))
  // @ts-expect-error -- a plant has no such member
  void data?.[0]?.unheardOf
  return data ?? error
})
