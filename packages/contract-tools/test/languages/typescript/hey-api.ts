import { consume } from './consume.ts'
import { createClient } from './dist/hey-api/client/index.ts'
import { listPlants } from './dist/hey-api/index.ts'

await consume(async (baseUrl, token, limit) => {
  const client = createClient({ baseUrl, auth: () => token })
  const { data, error } = await listPlants({ client, query: limit === undefined ? {} : { limit } })
  // @ts-expect-error -- limit is a number
  void (() => listPlants({ client, query: { limit: '2' } }))
  // @ts-expect-error -- a plant has no such member
  void data?.[0]?.unheardOf
  return data ?? error
})
