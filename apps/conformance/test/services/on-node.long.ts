/** Services in other frameworks, here on Node, are held to their tables. Only these three files find a framework's habit that is accused. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('node')
