/** What `npm test` runs beside the mock. */
import { listPlantsOrThrow } from '@plant-store/client'

const list = await listPlantsOrThrow({
  baseUrl: process.env['PLANT_STORE_URL'] ?? '',
  token: 'any',
  limit: 2,
})
console.log(JSON.stringify(list))
