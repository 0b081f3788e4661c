/** `node test/services/serve.ts NAME`: starts a service of `services/` by hand, until Ctrl-C. */
import { once } from 'node:events'
import process from 'node:process'
import { NotFound } from './other-services.ts'
import { startOther } from './start-other.ts'

try {
  await using started = await startOther(process.argv[2] ?? '')
  process.stdout.write(`pnpm conformance check ${started.url} --world ${started.worldFile}\n`)
  await once(process, 'SIGINT')
} catch (error) {
  if (!(error instanceof RangeError || error instanceof NotFound)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
