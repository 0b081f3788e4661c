/** What the collector makes of what checks say: whether the service keeps the contract, and what was not seen. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CheckerFailure } from '../../src/run/checker.ts'
import { prismChecker } from '../../plant-store/prism/checker.ts'
import { RecordingCollector } from '../recording-collector.ts'
import { serve } from '../serve.ts'
import { aborted, checkWith, content, exchange, finding, checker, subjectAt } from './bench.ts'

test('a service that was seen to keep every rule conforms, with a count and an example of each kind; what was not seen is told', async () => {
  const { outcome, summary, failures, evidence, unseen, checkers } = await checkWith([content])
  assert.deepEqual(
    [outcome, summary, failures, checkers.map(({ name, exchanges }) => [name, exchanges])],
    ['conforms', 'The service keeps the contract: all 3 rules were seen kept.', [], [['content', 4]]],
  )
  const [a, b] = evidence
  assert.deepEqual([a?.kept, a?.refused, a?.line, a?.examples.length], [1, undefined, 5, 1])
  assert.deepEqual([b?.kept, b?.refused, b?.line, b?.examples.length], [1, 1, 6, 2])
  assert.ok(unseen.includes('GET /plants declares 401, 500, 503: never seen.'), unseen.join('\n'))
})

test('where only the given rules are wanted, ours are left out, and so are their findings and statuses; they stop no checker', async () => {
  const bad = checker('strict', (collector) => {
    collector.kept('a', collector.record(exchange()))
    collector.broken(finding('b'))
    collector.kept('c', collector.record(exchange()))
  })
  const options = { subject: { only: 'given' }, stopAtFirst: true } as const
  const { outcome, evidence, unseen } = await checkWith([bad], options)
  assert.deepEqual([outcome, evidence.map(({ rule }) => rule.id)], ['conforms', ['a', 'c']])
  assert.ok(unseen.includes('GET /plants declares 400: never seen.'), unseen.join(' '))
})

describe('what was not seen is told once, with the rules that it leaves open', () => {
  const sees = (reason?: string) =>
    checker('some', (collector) => {
      collector.kept('a', collector.record(exchange()))
      if (reason !== undefined) collector.inconclusive('b', reason)
    })
  for (const [what, args, due] of [
    [
      'no plants',
      [[sees()]],
      ['It takes a caller whose plants are known. (c)', 'No request of this run showed it. (b)'],
    ],
    ['no token', [[sees()], { subject: { callers: [] } }], ['No accepted token is known. (b, c)']],
    ["a checker's own reason", [[sees('The service is slow today.')]], ['The service is slow today. (b)']],
  ] as [string, Parameters<typeof checkWith>, readonly string[]][])
    test(what, async () => {
      const { unseen } = await checkWith(...args)
      for (const text of due) assert.ok(unseen.includes(text), unseen.join('\n'))
    })
})

describe('checkers', () => {
  test('work at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = checker('waiting', () => promise)
    const opening = checker('opening', () => resolve())
    assert.equal((await checkWith([content, waiting, opening])).outcome, 'conforms')
  })
  test('are stopped by the first finding if one is enough; what they say then does not count', async () => {
    const late = checker('late', async (collector) => {
      await aborted(collector.signal)
      collector.broken(finding('c'))
      throw new Error('stopped')
    })
    const quick = checker('quick', (collector) => collector.broken(finding('a')))
    const { failures, checkers } = await checkWith([late, quick], { stopAtFirst: true })
    assert.deepEqual(
      [failures.flatMap(({ rules }) => rules), checkers.filter(({ failure }) => failure !== undefined)],
      [['a'], []],
    )
  })
  test('get long bodies back whole, of which a part is kept', async () => {
    const long = checker('long', (collector) => {
      const seen = collector.record(exchange({ body: Buffer.alloc(100_000, 'x') }))
      assert.ok('body' in seen.response && seen.response.body.length === 100_000)
      collector.kept('a', seen)
    })
    const [kept] = (await checkWith([long])).evidence[0]?.examples ?? []
    assert.ok(kept !== undefined && 'body' in kept.response)
    assert.deepEqual([kept.response.body.length, kept.response.bodyLength], [65_536, 100_000])
  })
})

describe('the time of a check', () => {
  test('begins for all checkers when all are ready', async () => {
    const told: string[] = []
    await using server = await serve((_request, response) => response.end('[]'))
    const times = new Set<AbortSignal>()
    const tool = {
      ...checker('tool', (collector) => void times.add(collector.timeUp)),
      prepare: async () => {
        // If the others did not wait, they would be at work after this many rounds.
        for (let round = 0; round < 10; round += 1)
          await fetch(server.url).then((response) => response.text())
        told.push('installed')
      },
    }
    const other = checker('other', (collector) => {
      told.push('asked')
      times.add(collector.timeUp)
    })
    const { outcome } = await checkWith([other, tool, content], { url: server.url })
    assert.deepEqual([outcome, told, times.size], ['conforms', ['installed', 'asked'], 1])
  })
  test('does not begin where a checker can not be made ready: that is told at once', async () => {
    const tool = {
      ...checker('tool', () => assert.fail('it is not ready')),
      prepare: () => Promise.reject(new CheckerFailure('Python is missing.')),
    }
    const other = checker('other', () => assert.fail('nobody waits for it'))
    const { outcome, summary } = await checkWith([tool, other])
    assert.deepEqual([outcome, summary], ['inconclusive', 'tool could not check: Python is missing.'])
  })
  test('is over: Prism sends nothing, and says so', async () => {
    await using server = await serve((_request, response) => response.end('[]'))
    const collector = new RecordingCollector()
    collector.endTime()
    await prismChecker().check(subjectAt(server.url), collector)
    assert.equal(collector.exchanges.length, 0)
    assert.match(collector.unreached.join(), /^Not sent when the time was up: (\d+) of \1 /)
  })
})
