/** A client of the plant store, over `fetch`, for Node and browsers. */
export { AnswerError } from './answer-error.ts'
export { listPlants } from './list-plants.ts'
export type { CachedList, ListCache, ListPlantsOptions, RequestOptions } from './options.ts'
export { plants } from './plants.ts'
export type { ErrorResult, ListPlantsResult, UnexpectedResult } from './result.ts'
