/** Every engine keeps the promises of a store. */
import { describeStore } from './describe-store.ts'
import { openPostgresWorld } from './postgres/open-world.ts'
import { openSqliteWorld } from './sqlite/open-world.ts'

describeStore('a store over SQLite', openSqliteWorld)
describeStore('a store over PostgreSQL', openPostgresWorld)
