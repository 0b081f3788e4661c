/** schemathesis itself, against our own service and correct ones. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeWorld, smallWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import type { Judge } from '../../src/court/judge.ts'
import { schemathesisJudge } from '../../src/schemathesis/judge.ts'
import { runStockSchemathesis } from '../../src/schemathesis/stock.ts'
import type { Verdict } from '../../src/court/verdict.ts'
import { brokenIn, judgeAlone, startWith, subjectAt } from '../broken-server.ts'

test('our service: nothing is found, much is seen kept, and no token is seen by others', async () => {
  await using directory = await temporaryDirectory()
  const { users, database } = await makeWorld(directory.path, smallWorld)
  await using service = await startService({ settings: { database } })
  const { token, plants } = users.ana
  const reportDirectory = join(directory.path, 'reports')
  const judge = schemathesisJudge({ reportDirectory })
  let processes = ''
  const watched: Judge = {
    name: judge.name,
    judge: (subject, court) =>
      judge.judge(subject, {
        ...court,
        record: (exchange) => {
          processes ||= execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' })
          return court.record(exchange)
        },
      }),
  }
  const verdict = await judgeAlone(subjectAt(service.url, { callers: [{ token, plants }] }), watched)
  assert.deepEqual(
    [verdict.outcome, brokenIn(verdict), verdict.judges[0]?.failure],
    ['conforms', [], undefined],
  )
  const evidence = verdict.evidence.filter(({ kept, refused = 0 }) => kept + refused > 0)
  const seen = new Set(evidence.map(({ rule }) => rule.id))
  for (const rule of ['plant-has-name', 'etag-sent', 'limit-minimum', 'other-methods-405', 'no-token-401']) {
    assert.ok(seen.has(rule), rule)
  }
  assert.match(processes, /schemathesis\.cli/)
  const reports = await readdir(reportDirectory)
  assert.deepEqual(reports.toSorted(), ['schemathesis.har', 'schemathesis.junit.xml'])
  const told = await Promise.all(reports.map((name) => readFile(join(reportDirectory, name), 'utf8')))
  for (const shown of [processes, ...told, JSON.stringify(verdict)]) assert.ok(!shown.includes(token))
})

test('equal seeds make equal requests', async () => {
  await using server = await startWith({})
  const [one, other] = await Promise.all([
    judgeAlone(subjectAt(server.url), schemathesisJudge()),
    judgeAlone(subjectAt(server.url), schemathesisJudge()),
  ])
  const requests = ({ exchanges }: Verdict): readonly string[] =>
    exchanges.map(({ request: { method, target } }) => `${method} ${target}`)
  assert.deepEqual(requests(one), requests(other))
})

test('judged by the given alone, what the given contract leaves open breaks no rule', async () => {
  await using server = await startWith({
    decodeLimit: ([text]) => (text === undefined ? undefined : Math.max(0, Math.trunc(Number(text)) || 0)),
    finish: (reply) => (reply.status === 401 ? { ...reply, status: 403, fields: [], body: '' } : reply),
  })
  const given = await judgeAlone(subjectAt(server.url, { only: 'given' }), schemathesisJudge())
  assert.deepEqual(brokenIn(given), ['limit-is-a-number'])
})

test('as it comes, it catches what schemas show, and accuses nobody who is right', async () => {
  await using right = await startWith({})
  await using wrong = await startWith({ encodePlant: () => '{"tag":"nameless"}' })
  const [first] = subjectAt('').callers
  const [one, other] = await Promise.all(
    [right, wrong].map(({ url }) => runStockSchemathesis(url, first?.token ?? '', 1)),
  )
  assert.deepEqual([one?.caught, one?.what], [false, []])
  assert.deepEqual([other?.caught, other?.what], [true, ['Response violates schema']])
})
