/** All checkers check the services in other frameworks on Node. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('node')
