import { consume } from './consume.ts'
import { listPlants } from './dist/orval.ts'

await consume(async (baseUrl, token, limit) => {
  process.env['PLANT_STORE_URL'] = baseUrl
  const query = limit === undefined ? {} : { limit }
  const { status, data } = await listPlants(query, { headers: { Authorization: `Bearer ${token}` } })
  // @ts-expect-error -- limit is a number
  void (() => listPlants({ limit: '2' }))
  // @ts-expect-error -- a plant has no such member
  if (status === 200) void data[0]?.unheardOf
  return data
})
