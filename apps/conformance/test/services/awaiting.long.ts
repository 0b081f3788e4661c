/** All checkers check the services that let a check wait for most of its time: first of all, beside others. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('waiting')
