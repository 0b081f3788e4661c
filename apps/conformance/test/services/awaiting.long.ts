/**
 * All checkers check the services that let a check wait for most of its time. Only these four find a framework's habit
 * that is accused, or missed.
 */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('waiting')
