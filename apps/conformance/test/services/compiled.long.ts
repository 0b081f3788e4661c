/** All checkers check the services in Go, Java, Rust and C++. */
import { holdToTables } from './hold-to-table.ts'

await holdToTables('compiled')
