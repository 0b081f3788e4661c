// A consumer's program: it compiles, and with a service behind it, it runs.
import { ResponseError, listCache, listPlants, type ListPlantsResult, plants } from '@plant-store/client'
import { errorCatalogue, type Plant } from '@plant-store/contracts'
import { assertPlants, isPlant } from '@plant-store/contracts/validators'

export function tell(result: ListPlantsResult): string {
  switch (result.status) {
    case 200:
      return result.body.map(({ name, tag }: Plant) => `${name} ${tag ?? '-'}`).join('\n')
    case 401:
      return result.body.error === errorCatalogue.refusedToken.error ? 'refused' : 'required'
    case 400:
    case 500:
    case 503:
      return result.body.message
    case 'unexpected':
      return `${result.httpStatus}: ${result.reason}`
  }
}

export async function count(baseUrl: string, token: string): Promise<number> {
  let all = 0
  try {
    for await (const plant of plants({ baseUrl, token: () => token, limit: 5 })) all += isPlant(plant) ? 1 : 0
  } catch (error) {
    if (error instanceof ResponseError) return -1
    throw error
  }
  return all
}

const list: unknown = [{ name: 'Alder' }]
assertPlants(list)
export const first: string | undefined = list[0]?.name
export const ask = (baseUrl: string, token: string) =>
  listPlants({ baseUrl, token, cache: listCache() }).then(tell)
