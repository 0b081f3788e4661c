/** All checkers check the services in Python: see awaiting.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('interpreted')
