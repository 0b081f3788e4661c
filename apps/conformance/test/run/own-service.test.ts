/** Our own service before all checkers: no breach, and every rule is seen. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { makeCheckers } from '../../plant-store/checkers.ts'
import type { Report } from '../../src/report/json-report.ts'
import { running, started } from '../started-processes.ts'
import { unhurriedMs } from '../subject.ts'
import { checker } from './bench.ts'
import { run } from './run.ts'

/** Rules about what no request brings about, or what takes longer than a quick check. */
const seldomSeen = ['failure-500', 'retry-after-503', 'late-request-408']

test('it conforms, every rule is seen, no token is shown, and it ends with the check', async () => {
  await using directory = await temporaryDirectory()
  const checkers = await makeCheckers(directory.path)
  const words = ['--own', '--budget', 'quick', '--report', directory.path]
  const { code, stdout, stderr } = await run(words, { checkers, timeMs: unhurriedMs })
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /^The service keeps the contract/)
  const { rules } = JSON.parse(await readFile(join(directory.path, 'report.json'), 'utf8')) as Report
  const unseen = rules.filter(({ state }) => state !== 'kept').map(({ id }) => id)
  assert.deepEqual(unseen, seldomSeen)
  const page = await readFile(join(directory.path, 'report.html'), 'utf8')
  // Names take the place of tokens.
  assert.ok(page.includes('Bearer $TOKEN'))
  assert.deepEqual(running(), [])
})

test('how it ended is reported if it ended before the check did', async () => {
  const deadly = checker('deadly', async () => {
    const service = started.at(-1) ?? assert.fail()
    service.kill('SIGKILL')
    await once(service, 'close')
  })
  const { code, stderr } = await run(['--own', '--budget', 'quick'], { checkers: [deadly] })
  assert.equal(code, 2)
  assert.match(stderr, /^The service that was started for the check ended by itself \(SIGKILL\)/)
})
