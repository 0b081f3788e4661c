/** All checkers check the services in Python and Ruby: see on-node.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('interpreted')
