/** All checkers check the services in Go, Java and Rust. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('compiled')
