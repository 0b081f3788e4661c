import { consume } from './consume.ts'
import { Api, type HttpResponse, type Plants, type PlantStoreError } from './dist/swagger-typescript-api.ts'

await consume(async (baseUrl, token, limit) => {
  const api = new Api({
    baseUrl,
    securityWorker: () => ({ headers: { Authorization: `Bearer ${token}` } }),
  })
  // @ts-expect-error -- limit is a number
  void (() => api.plants.listPlants({ limit: '2' }))
  try {
    const { data } = await api.plants.listPlants(limit === undefined ? {} : { limit })
    // @ts-expect-error -- a plant has no height
    void data[0]?.height
    return data
  } catch (response) {
    return (response as HttpResponse<Plants, PlantStoreError>).error
  }
})
