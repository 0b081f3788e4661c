/** schemathesis itself, against our own service and others. */
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { listProcesses, temporaryDirectory } from '@plant-store/testkit'
import { startOwnService } from '../../src/own-service.ts'
import type { Reply } from '../../mutants/server/ask.ts'
import { reference } from '../../mutants/server/reference.ts'
import { schemathesisJudge } from '../../src/schemathesis/judge.ts'
import { runStockSchemathesis } from '../../mutants/stock/schemathesis.ts'
import type { Verdict } from '../../src/court/verdict.ts'
import { brokenIn, judgeAlone, startWith, subjectAt } from '../broken-server.ts'
import { withVariables } from './with-variables.ts'

test('our service: nothing is found, many rules are seen kept, and no token is shown', async () => {
  await using directory = await temporaryDirectory()
  await using own = await startOwnService()
  const { url, callers } = own.known
  const [caller = assert.fail()] = callers
  const reportDirectory = join(directory.path, 'reports')
  const judge = schemathesisJudge(reportDirectory)
  let processes = ''
  const watched: typeof judge = {
    name: judge.name,
    judge: (subject, court) =>
      judge.judge(subject, {
        ...court,
        record: (exchange) => {
          processes ||= JSON.stringify(listProcesses())
          return court.record(exchange)
        },
      }),
  }
  const verdict = await judgeAlone(subjectAt(url, { callers: [caller] }), watched)
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
  for (const shown of [processes, ...told, JSON.stringify(verdict)]) assert.ok(!shown.includes(caller.token))
})

test('what a correct service may do: split a field value over several lines, and send interim answers', async () => {
  const lines: Readonly<Record<string, readonly string[]>> = {
    'private, no-cache': ['private', 'no-cache'],
    Authorization: ['Accept-Encoding', 'Authorization'],
    'GET, HEAD': ['GET', 'HEAD'],
  }
  const split = (reply: Reply): Reply => ({
    ...reply,
    fields: reply.fields.flatMap(([name, value]) =>
      (lines[value] ?? [value]).map((line) => [name, line] as const),
    ),
  })
  await using server = await startWith({
    finish: async (reply, ask) => split(await reference.finish(reply, ask)),
    write: (reply, ask) => {
      ask.response.writeProcessing()
      // By the time the answer comes, the client could have taken the interim one for it.
      ask.response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () =>
        setTimeout(() => reference.write(reply, ask), 10),
      )
    },
  })
  const verdict = await judgeAlone(subjectAt(server.url), schemathesisJudge())
  assert.deepEqual([brokenIn(verdict), verdict.judges[0]?.failure], [[], undefined])
})

test('equal seeds make equal requests; neither a proxy nor a netrc password interferes', async () => {
  await using directory = await temporaryDirectory()
  const netrc = join(directory.path, 'netrc')
  await writeFile(netrc, 'machine 127.0.0.1 login gardener password secret\n', { mode: 0o600 })
  await using server = await startWith({})
  const [first] = subjectAt('').callers
  const usual = await judgeAlone(subjectAt(server.url), schemathesisJudge())
  const variables = { NETRC: netrc, http_proxy: 'http://127.0.0.1:1', no_proxy: 'elsewhere.example' }
  const [verdict, stock] = await withVariables(variables, () =>
    Promise.all([
      judgeAlone(subjectAt(server.url), schemathesisJudge()),
      runStockSchemathesis(server.url, first?.token ?? '', 1),
    ]),
  )
  assert.deepEqual([verdict.judges[0]?.failure, brokenIn(verdict)], [undefined, []])
  assert.ok(verdict.exchanges.some(({ caller, answer }) => caller === 0 && 'status' in answer))
  assert.ok(!JSON.stringify(verdict).includes(btoa('gardener:secret')))
  const requests = ({ exchanges }: Verdict): readonly string[] =>
    exchanges.map(({ request: { method, target } }) => `${method} ${target}`)
  assert.deepEqual(requests(verdict), requests(usual))
  // Stock schemathesis does not accuse a correct service, either.
  assert.deepEqual([stock.caught, stock.what], [false, []])
})

test('a token that did not arrive shows nothing', async () => {
  await using server = await startWith({})
  // The space after the token is not part of the field's value (RFC 9110, section 5.5).
  const callers = [{ token: 'cut-off ' }]
  const { judges } = await judgeAlone(subjectAt(server.url, { callers }), schemathesisJudge())
  assert.match(judges[0]?.failure ?? '', /^None of the requests of schemathesis carried the token/)
})

test('when judged by the given contract alone, what that leaves open breaks no rule', async () => {
  await using server = await startWith({
    decodeLimit: ([text]) => (text === undefined ? undefined : Math.max(0, Math.trunc(Number(text)) || 0)),
    finish: (reply) => (reply.status === 401 ? { ...reply, status: 403, fields: [], body: '' } : reply),
  })
  const given = await judgeAlone(subjectAt(server.url, { only: 'given' }), schemathesisJudge())
  assert.deepEqual(brokenIn(given), ['limit-is-a-number'])
})

test('stock schemathesis catches what schemas show', async () => {
  await using wrong = await startWith({ encodePlant: () => '{"tag":"nameless"}' })
  const [first] = subjectAt('').callers
  const { caught, what } = await runStockSchemathesis(wrong.url, first?.token ?? '', 1)
  assert.deepEqual([caught, what], [true, ['Response violates schema']])
})
