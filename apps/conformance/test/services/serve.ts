/** `node test/services/serve.ts NAME`: starts a service of `services/` by hand, until Ctrl-C. */
import { once } from 'node:events'
import process from 'node:process'
import { startOther } from './start-other.ts'

await using started = await startOther(process.argv[2] ?? '')
process.stdout.write(`pnpm conformance check ${started.url} --world ${started.worldFile}\n`)
await once(process, 'SIGINT')
