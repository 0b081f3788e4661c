/** A check of our own service by all judges finds no breach, and nothing that leaves the harness contains a token. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { patienceMs, temporaryDirectory } from '@plant-store/testkit'
import { check } from '../../src/court/check.ts'
import { describeVerdict } from '../../src/command/describe-verdict.ts'
import { readContract } from '../../src/contract/document.ts'
import { makeJudges } from '../../src/judges.ts'
import { startOwnService } from '../../src/own-service.ts'
import { annotations } from '../../src/report/annotations.ts'
import { reports, writeReports } from '../../src/report/write-reports.ts'
import { unseenIn } from '../broken-server.ts'
import { gossip, spell, unpack } from './gossip.ts'

/** What must not be found: the part of each spelling that gives the token away. */
function traces(token: string): readonly string[] {
  return spell(token).map((text) =>
    text.slice(Math.floor(text.length / 4), Math.ceil((text.length * 9) / 10)).toLowerCase(),
  )
}

test('no rule is broken, all are seen; no token, and no part of one that would give it away', async () => {
  await using own = await startOwnService()
  await using directory = await temporaryDirectory()
  const { callers, refusedTokens } = own.known
  const tokens = [...callers.map(({ token }) => token), ...refusedTokens]
  const verdict = await check(
    // A seed other than that of the tests that take less time.
    { ...own.known, only: 'all', seed: 2, budget: 'quick', timeMs: 10 * patienceMs },
    {
      judges: [...(await makeJudges(directory.path)), gossip(tokens)],
      signal: new AbortController().signal,
    },
  )
  // All findings are about what the faulty judge says it saw.
  const told = verdict.evidence.flatMap(({ findings }) => findings)
  assert.deepEqual(
    told.filter(({ exchange }) => exchange?.judge !== 'gossip'),
    [],
  )
  assert.deepEqual(unseenIn(verdict), ['failure-500', 'retry-after-503', 'late-request-408'])
  await writeReports(directory.path, verdict, readContract())
  const names = await readdir(directory.path)
  for (const name of Object.keys(reports)) assert.ok(names.includes(name), name)
  const written = await Promise.all(
    names.map(async (name) => [name, await readFile(join(directory.path, name), 'utf8')] as const),
  )
  const texts = [
    ...written,
    ...written.flatMap(([name, text]) =>
      unpack(text).map((unpacked) => [`gzip in ${name}`, unpacked] as const),
    ),
    ['terminal', describeVerdict(verdict, process.stdout)],
    ['annotations', annotations(verdict)],
  ] as const
  for (const [name, text] of texts) {
    // A text inside a text has several backslashes for one.
    const lower = text.toLowerCase().replaceAll(/\\+/g, '\\')
    for (const token of tokens) {
      const found = traces(token).find((trace) => lower.includes(trace))
      assert.equal(found, undefined, `${name} has ${found ?? ''} of ${token}`)
    }
  }
})
