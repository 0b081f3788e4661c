/**
 * How runs of schemathesis end when something goes wrong: only this finds a run that was cut off and counts as a verdict,
 * and one that outlives the check.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually, listProcesses, type Process } from '@plant-store/testkit'
import { ownSchemathesis } from '../../../plant-store/tools/schemathesis.ts'
import type { Checker } from '../../../src/run/checker.ts'
import { reference } from '../../../mutants/server/reference.ts'
import { provideEnvironment } from '../../../src/adapters/schemathesis/environment.ts'
import { readReport } from '../../../src/adapters/schemathesis/report.ts'
import { brokenIn, checkAlone, startWith, subjectAt } from '../../broken-server.ts'
import { serve } from '../../serve.ts'

test('a service that stops answering before the first response is not checked', async () => {
  // The first request of a check is answered, and nothing after it.
  let first = true
  await using server = await serve((_request, response) => {
    if (first) response.end('{}')
    else response.destroy()
    first = false
  })
  const { checkers } = await checkAlone(subjectAt(server.url, { callers: [] }), ownSchemathesis())
  assert.match(checkers[0]?.failure ?? '', /^schemathesis got no response from the service/)
})

/** What is wrong, and of which responses nothing, or less than the stated length, is sent. */
for (const [what, rule, isCutOff] of [
  ['a service that dies midway', 'answers-every-request', (count: number) => count > 10],
  ['a service whose responses break off', 'answers-are-well-framed', (count: number) => count % 3 === 0],
] as const)
  test(`${what} breaks ${rule}`, async () => {
    let count = 0
    await using server = await serve((_request, response) => {
      count += 1
      const [isCut, body] = [isCutOff(count), '{"error":40101,"message":"No."}']
      if (isCut && rule === 'answers-every-request') return void response.destroy()
      const length = body.length + (isCut ? 1 : 0)
      response.writeHead(401, { 'content-type': 'application/json', 'content-length': length })
      return void response.write(body, () => (isCut ? response.destroy() : response.end()))
    })
    const verdict = await checkAlone(subjectAt(server.url, { callers: [] }), ownSchemathesis())
    assert.ok(brokenIn(verdict).includes(rule))
  })

test('what ends schemathesis itself is read from its report, as it writes it', async () => {
  const python = await provideEnvironment({ signal: new AbortController().signal })
  const program = `import json
from schemathesis.engine.events import FatalError
from schemathesis.reporting.ndjson import serialize
print(json.dumps({"FatalError": serialize(FatalError(exception=MemoryError("no memory is left")))}))`
  const report = execFileSync(python, ['-c', program], { encoding: 'utf8' })
  const { end } = readReport(report, 'http://127.0.0.1:1', () => undefined)
  assert.deepEqual(end, { type: 'MemoryError', message: 'no memory is left' })
})

describe('a run that is cut off is not a verdict', () => {
  test('by a signal', async () => {
    let count = 0
    await using server = await startWith({
      finish: (reply, ask) => {
        count += 1
        if (count === 20) for (const { pid } of processesAsking(server.url)) process.kill(pid, 'SIGKILL')
        return reference.finish(reply, ask)
      },
    })
    const { checkers } = await checkAlone(subjectAt(server.url), ownSchemathesis())
    assert.match(checkers[0]?.failure ?? '', /^schemathesis ended before it was done: something killed it/)
  })

  test('by the time of the check', async () => {
    const late = new AbortController()
    let count = 0
    await using server = await startWith({
      pause: () => {
        count += 1
        if (count === 20) late.abort()
        return Promise.resolve()
      },
    })
    const inTime = ownSchemathesis()
    const checker: Checker = {
      name: inTime.name,
      check: (subject, collector) => inTime.check(subject, { ...collector, timeUp: late.signal }),
    }
    const { checkers, unseen } = await checkAlone(subjectAt(server.url), checker)
    // What the checker saw until then counts.
    assert.equal(checkers[0]?.failure, undefined)
    assert.match(unseen[0] ?? '', /^schemathesis: It was stopped before it was done\.$/)
  })
})

test('nothing outlives a check that was killed', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<undefined>()
  await using server = await serve((request) => {
    // schemathesis waits for a response that never comes, and goes on asking.
    if (request.headers['user-agent']?.startsWith('schemathesis') === true) resolve(undefined)
  })
  const program = fileURLToPath(new URL('checker-alone.ts', import.meta.url))
  const harness = spawn(process.execPath, [program, server.url], { stdio: 'ignore' })
  await asked
  const argv = processesAsking(server.url)[0]?.argv
  const [, directory] = /path=(.*)\/schemathesis\.ndjson$/m.exec(argv?.join('\n') ?? '') ?? []
  assert.ok(directory !== undefined && existsSync(directory))
  harness.kill('SIGKILL')
  assert.deepEqual(await leftovers(server.url), [])
  assert.ok(!existsSync(directory))
})

/** Gives processes that were killed a moment ago time to end. */
const leftovers = (url: string): Promise<readonly Process[]> =>
  eventually(
    () => processesAsking(url),
    (left) => left.length === 0,
  )

/** Whatever the check of this address started and left running. */
const processesAsking = (url: string): readonly Process[] =>
  listProcesses().filter(
    ({ argv }) => argv.includes(`--url=${url}`) && argv.some((word) => word.includes('schemathesis.cli')),
  )
