import { consume } from './consume.ts'
import { Configuration, PlantsApi, ResponseError } from './dist/openapi-generator/index.ts'

await consume(async (basePath, accessToken, limit) => {
  const api = new PlantsApi(new Configuration({ basePath, accessToken }))
  // @ts-expect-error -- limit is a number
  void (() => api.listPlants({ limit: '2' }))
  try {
    const plants = await api.listPlants(limit === undefined ? {} : { limit })
    // @ts-expect-error -- a plant has no such member
    void plants[0]?.unheardOf
    return plants
  } catch (error) {
    if (error instanceof ResponseError) return await error.response.json()
    throw error
  }
})
