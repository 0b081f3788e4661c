/** The services in C++, Go, Java and Rust are held to their tables: see on-node.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('compiled')
