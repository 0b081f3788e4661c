/** Every engine keeps the promises of a store. */
import { engines, openWorldOver } from './databases.ts'
import { describeStore } from './describe-store.ts'

for (const engine of engines) describeStore(`a store over ${engine}`, openWorldOver(engine))
