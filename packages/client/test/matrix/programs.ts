/** What a row's program does, by its peer or its way of importing: `main` resolves to something that is then printed. */

const small = `export async function main(baseUrl: string, token: string) {
  return [await ask(baseUrl, token), await count(baseUrl, token), await count(baseUrl, 'x')]
}`
const all = `import { ask, count } from './right.js'\n${small}`
const dynamic = `async function ask(baseUrl: string, token: string) {
  const { listPlants } = await import('@plant-store/client')
  const { tell } = await import('./right.js')
  return tell(await listPlants({ baseUrl, token }))
}
async function count(baseUrl: string, token: string) {
  const { ResponseError, plants } = await import('@plant-store/client')
  const { isPlant } = await import('@plant-store/contracts/validators')
  let all = 0
  try {
    for await (const plant of plants({ baseUrl, token, limit: 5 })) all += isPlant(plant) ? 1 : 0
  } catch (error) {
    return error instanceof ResponseError ? -1 : -2
  }
  return all
}
${small}`
const msw = `import { setupServer } from 'msw/node'
import { listPlants } from '@plant-store/client'
import { listPlantsHandlers } from '@plant-store/client/msw'
export async function main() {
  const baseUrl = 'https://plants.example.org'
  const server = setupServer(listPlantsHandlers[200]({ baseUrl }), listPlantsHandlers[500]({ baseUrl }))
  server.listen()
  const listed = await listPlants({ baseUrl, token: 'any', limit: 1 })
  server.use(listPlantsHandlers[503]({ baseUrl, retryAfter: 0, once: true }))
  const refused = await listPlants({ baseUrl, token: 'any', retries: 0 })
  server.close()
  return [listed.status === 200 && listed.body, refused.status]
}`
const typebox = `import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { listPlants, Plant, Plants } from '@plant-store/contracts/schemas'
const alder: Static<typeof Plant> = { name: 'Alder' }
// @ts-expect-error -- a plant has a name
export const nameless: Plant = { tag: 'Alnus' }
export async function main() {
  const errors = [...Value.Errors(Plants, [alder, { tag: 'Alnus' }])].map(({ path }) => path)
  return [Value.Check(Plants, [alder]), errors[0], Object.keys(listPlants.responses)]
}`
const mswDue = '[[{"name":"Alder","tag":"Alnus"}],503]'
const typeboxDue = '[true,"/1/name",["200","400","401","500","503"]]'

/** `due` is what is printed, where that does not depend on the service. */
export const programs: Readonly<Record<string, { readonly code: string; readonly due?: string }>> = {
  import: { code: all },
  require: { code: all },
  'import() in CommonJS': { code: dynamic },
  'MSW 2': { code: msw, due: mswDue },
  'MSW 3': { code: msw, due: mswDue },
  'TypeBox 0.33': { code: typebox, due: typeboxDue },
  'TypeBox 0.34': { code: typebox, due: typeboxDue },
}
