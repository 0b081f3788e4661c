/** All faults, in the order of the table. */
import { clockJumps } from './clock.ts'
import type { Fault } from './fault.ts'
import {
  backendKilled,
  backendStopped,
  postgresKilled,
  serviceKilled,
  workerHangs,
  workerKilled,
} from './processes.ts'
import { fileLinked, fileLocked } from './files.ts'
import { databaseDiskFull, descriptorsExhausted, logDiskFull } from './resources.ts'
import { resets, slowReaders, slowWriters } from './strangers.ts'
import {
  postgresCrowded,
  postgresCutOff,
  postgresFailedOver,
  postgresPaused,
  postgresSilent,
  tablesLocked,
} from './ways.ts'

export const faults: readonly Fault[] = [
  serviceKilled,
  workerKilled,
  workerHangs,
  postgresKilled,
  backendKilled,
  backendStopped,
  postgresPaused,
  postgresCutOff,
  postgresSilent,
  postgresCrowded,
  postgresFailedOver,
  tablesLocked,
  fileLocked,
  fileLinked,
  databaseDiskFull,
  logDiskFull,
  descriptorsExhausted,
  clockJumps,
  slowReaders,
  slowWriters,
  resets,
]
