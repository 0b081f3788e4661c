/** The operation `listPlants`: GET /plants. */
import { Type } from '@sinclair/typebox'
import type * as types from '../types.ts'
import { Plants } from './plant.ts'
import { PlantStoreError } from './plant-store-error.ts'
import { challengeHeaders, errorHeaders, listHeaders, retryHeaders } from './response-headers.ts'

/** The query of `listPlants`, decoded. `limit` omitted means all plants. */
export const ListPlantsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      description: 'The maximum number of results to return',
      format: 'int32',
      minimum: 0,
      maximum: 2_147_483_647,
    }),
  ),
})
export type ListPlantsQuery = types.ListPlantsQuery

/** The operation as data: what generic code (router, client, harness) needs to know about it. */
export const listPlants = {
  operationId: 'listPlants',
  method: 'GET',
  path: '/plants',
  query: ListPlantsQuery,
  responses: {
    200: Plants,
    400: PlantStoreError,
    401: PlantStoreError,
    500: PlantStoreError,
    503: PlantStoreError,
  },
  responseHeaders: {
    200: listHeaders,
    400: errorHeaders,
    401: challengeHeaders,
    500: errorHeaders,
    503: retryHeaders,
  },
} as const
