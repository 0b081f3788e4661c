/** The services in Python and Ruby are held to their tables: see on-node.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('interpreted')
