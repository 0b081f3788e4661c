/** Nothing of a check stays in memory when it is over, whatever it was about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { agreementJudge } from '../../src/agreement/judge.ts'
import { check } from '../../src/court/check.ts'
import { prismJudge } from '../../src/prism/judge.ts'
import { startWith, subjectAt } from '../broken-server.ts'
import { exchange, judge } from './bench.ts'

/** Each check is shown this much, and keeps it as long as it lasts. */
const octetsPerCheck = 2 * 1024 * 1024
const checks = 20

setFlagsFromString('--expose-gc')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above makes it one
const collect = runInNewContext('gc') as () => void

test(`${checks} checks in one process, each under signals that live on, leave nothing behind`, async () => {
  await using server = await startWith({})
  const interrupt = new AbortController()
  const witness = judge('witness', (court) => {
    for (let part = 0; part < 32; part += 1) {
      const body = Buffer.alloc(octetsPerCheck / 32, 32)
      court.kept('list-is-array', court.record(exchange({ body })))
    }
  })
  const run = async (): Promise<void> => {
    const judges = [witness, prismJudge(), agreementJudge()]
    await check(subjectAt(server.url), { judges, signal: interrupt.signal })
  }
  const used = async (): Promise<number> => {
    // Buffers are freed one turn after the objects that hold them.
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise(setImmediate)
      collect()
    }
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  // These runs load Prism, and whatever else is loaded once.
  for (let count = 0; count < 3; count += 1) await run()
  const before = await used()
  for (let count = 0; count < checks; count += 1) await run()
  const growth = (await used()) - before
  // Growth by eight checks' worth is no chance; if checks were kept, all twenty would be there.
  assert.ok(growth < 8 * octetsPerCheck, `${growth} octets more`)
})
