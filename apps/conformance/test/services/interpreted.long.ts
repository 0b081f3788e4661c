/** All checkers check the services in Python and Ruby. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('interpreted')
