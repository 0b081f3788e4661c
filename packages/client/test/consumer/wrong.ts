// What may not compile: the compiler reports a line that does.
import { listPlants, type ListPlantsResult } from '@plant-store/client'
import type { Plant } from '@plant-store/contracts'

// @ts-expect-error -- misspelled
export const misspelled = (plant: Plant) => plant.nmae
// @ts-expect-error -- there may be no tag
export const noTag: string = ({ name: 'Alder' } as Plant).tag
// @ts-expect-error -- there is no token
export const noToken = () => listPlants({ baseUrl: 'http://127.0.0.1:8080' })
// @ts-expect-error -- limit is a number
export const textLimit = () => listPlants({ baseUrl: '', token: '', limit: '5' })
// @ts-expect-error -- not every result has a body
export const unchecked = async () => (await listPlants({ baseUrl: '', token: '' })).body
// @ts-expect-error -- 503 is missing
export function noCase(result: ListPlantsResult): string {
  switch (result.status) {
    case 200:
      return ''
    case 400:
    case 401:
    case 500:
    case 'unexpected':
      return ''
  }
}
