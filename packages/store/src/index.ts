/** The store: plants, users, groups, grants and tokens. */
export * from './store.ts'
export { StoreError, type StoreErrorCode } from './store-error.ts'
