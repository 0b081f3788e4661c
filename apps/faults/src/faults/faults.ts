/** All faults, in the order of the table. */
import { clockJumps } from './clock.ts'
import type { Fault } from './fault.ts'
import { files } from './files.ts'
import { processes } from './processes.ts'
import { resources } from './resources.ts'
import { strangers } from './strangers.ts'
import { ways } from './ways.ts'

export const faults: readonly Fault[] = [
  ...processes,
  ...ways,
  ...files,
  ...resources,
  clockJumps,
  ...strangers,
]
