/** All checkers check the services in Python. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('interpreted')
