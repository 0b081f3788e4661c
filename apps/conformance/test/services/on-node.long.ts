/** All checkers check the services in other frameworks on Node: see awaiting.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('node')
