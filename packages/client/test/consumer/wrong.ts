// No line that is marked may compile.
import { listPlants, type ListPlantsResult } from '@plant-store/client'
import type { Plant } from '@plant-store/contracts'

export const misspelled = (plant: Plant) => plant.nmae // wrong
export const noTag: string = ({ name: 'Alder' } as Plant).tag // wrong
export const noToken = listPlants({ baseUrl: 'http://127.0.0.1:8080' }) // wrong
export const textLimit = listPlants({ baseUrl: '', token: '', limit: '5' }) // wrong
export const unchecked = async () => (await listPlants({ baseUrl: '', token: '' })).body // wrong
export function noCase(result: ListPlantsResult): string /* // wrong */ {
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
