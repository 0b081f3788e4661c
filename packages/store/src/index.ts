/** The store: plants, users, groups, grants and tokens. */
export type { AuditEntry } from './audit.ts'
export { isPostgresUrl, nameDatabase } from './postgres/address.ts'
export { openStore, type OpenStoreOptions } from './open-store.ts'
export { examineReplicas, type ReplicaState } from './examine-replicas.ts'
export { readRecords, type RecordFormat } from './records/read-records.ts'
export { backup } from './sqlite/backup.ts'
export {
  type BackupSummary,
  type DatabaseSummary,
  describeBackup,
  describeDatabase,
} from './sqlite/describe-database.ts'
export { migrate } from './migrate.ts'
export type { MigrationReport } from './migration-steps.ts'
export { restore } from './sqlite/restore.ts'
export * from './store.ts'
export { StoreError, type StoreErrorCode } from './store-error.ts'
export { isWellFormedToken } from './token-format.ts'
