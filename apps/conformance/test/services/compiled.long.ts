/** All checkers check the services in C++, Go, Java and Rust: see on-node.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('compiled')
