/** Services that let a check wait for most of its time. Only these four find a framework's habit that is accused. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('waiting')
