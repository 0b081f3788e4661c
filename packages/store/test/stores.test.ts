/** Every engine keeps the promises of a store. */
import { engines } from './databases.ts'
import { describeStore } from './describe-store.ts'
import { openWorldOver } from './open-world.ts'

for (const engine of engines) describeStore(`a store over ${engine}`, openWorldOver(engine))
