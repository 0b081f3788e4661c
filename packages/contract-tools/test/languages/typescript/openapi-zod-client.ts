import { isErrorFromAlias } from '@zodios/core'
import { consume } from './consume.ts'
import { api, createApiClient } from './dist/openapi-zod-client.ts'

await consume(async (baseUrl, token, limit) => {
  // What the client would refuse to send is the service's to refuse here.
  const client = createApiClient(baseUrl, {
    validate: 'response',
    axiosConfig: { headers: { Authorization: `Bearer ${token}` } },
  })
  // @ts-expect-error -- limit is a number
  void (() => client.listPlants({ queries: { limit: '2' } }))
  try {
    const plants = await client.listPlants({ queries: limit === undefined ? {} : { limit } })
    return plants
  } catch (error) {
    if (isErrorFromAlias(api.api, 'listPlants', error)) return error.response.data
    throw error
  }
})
