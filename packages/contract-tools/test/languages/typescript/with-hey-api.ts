/** hey-api's client: functions and types, nothing else at run time. */
import { listPlants, type Plant, type PlantStoreError } from './dist/hey-api/index.ts'
import { createClient } from './dist/hey-api/client/index.ts'

const [baseUrl = '', token = ''] = process.argv.slice(2)
const ask = (secret: string) => createClient({ baseUrl, auth: () => secret })

async function list(limit?: number): Promise<Plant[]> {
  const { data, error } = await listPlants({
    client: ask(token),
    query: limit === undefined ? {} : { limit },
  })
  if (data === undefined) throw new Error(error?.message)
  return data
}

async function refusal(secret: string, limit: number): Promise<PlantStoreError['error'] | undefined> {
  const { error } = await listPlants({ client: ask(secret), query: { limit } })
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

// @ts-expect-error -- limit is a number
void (() => listPlants({ client: ask(token), query: { limit: '2' } }))
// @ts-expect-error -- a plant has no height
void (async () => (await list())[0]?.height)
