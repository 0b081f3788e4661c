/** A client of the plant store, over `fetch`, for servers, browsers and workers. */
export { errorCatalogue, type Plant, type PlantStoreError } from '@plant-store/contracts'
export { ResponseError } from './response-error.ts'
export { type Client, createClient } from './client.ts'
export { type ListCache, listCache, type ListCacheOptions } from './list-cache.ts'
export { listPlants, listPlantsOrThrow } from './list-plants.ts'
export type { ListPlantsOptions, RequestOptions } from './options.ts'
export { plants } from './plants.ts'
export type { ErrorResult, ListPlantsResult, ResponseHeaders, UnexpectedResult } from './result.ts'
