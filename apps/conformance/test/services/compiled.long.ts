/** All checkers check the services in Go, Java and Rust: see awaiting.long.ts. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('compiled')
