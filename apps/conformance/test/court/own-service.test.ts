/** Our own service before all judges: no breach, and every rule is seen. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import type { Court, Judge } from '../../src/court/judge.ts'
import { makeJudges } from '../../src/judges.ts'
import { ruleById, rules } from '../../src/rules/rules.ts'
import { run, unhurriedMs } from './run.ts'

/** What no request brings about, and what takes longer than a quick check. */
const seldomSeen: ReadonlySet<string> = new Set(['failure-500', 'retry-after-503', 'late-request-408'])

/** What the table of requests alone shows, for which half of a check would have to pass: `proxied.test.ts` plays it. */
const shownByTheTable: ReadonlySet<string> = new Set(['first-fault-decides', 'token-nowhere-else'])

/** These judges, of whom the one of sessions, who asks most, ends as soon as all these rules were seen by any of them. */
function untilSeen(judges: readonly Judge[], unseen: Set<string>): readonly Judge[] {
  const seen = new AbortController()
  const see = (rule: string): void => {
    if (unseen.delete(rule) && unseen.size === 0) seen.abort()
  }
  const watch = (court: Court, { name }: Judge): Court => ({
    ...court,
    timeUp: name === 'sessions' ? AbortSignal.any([court.timeUp, seen.signal]) : court.timeUp,
    kept: (rule, exchange) => {
      if (ruleById(rule).kind === 'owed') see(rule)
      court.kept(rule, exchange)
    },
    refused: (rule, exchange) => {
      see(rule)
      court.refused(rule, exchange)
    },
  })
  return judges.map((one) => ({
    ...one,
    judge: (subject, court) => one.judge(subject, watch(court, one)),
  }))
}

test('it conforms, every rule is seen, and no token is shown', async () => {
  await using directory = await temporaryDirectory()
  const unseen = new Set(
    rules.map(({ id }) => id).filter((id) => !seldomSeen.has(id) && !shownByTheTable.has(id)),
  )
  const judges = untilSeen(await makeJudges(directory.path), unseen)
  const words = ['--budget', 'quick', '--report', directory.path]
  const { code, stdout, stderr } = await run(words, { judges, timeMs: unhurriedMs })
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /^The service keeps the contract/)
  assert.deepEqual([...unseen], [])
  const traffic = await readFile(join(directory.path, 'traffic.har'), 'utf8')
  // Names take the place of tokens, and of their parts.
  for (const shown of ['Bearer $TOKEN_2', 'Bearer ${TOKEN:0:']) assert.ok(traffic.includes(shown), shown)
})
