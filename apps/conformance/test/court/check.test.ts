/** What the court makes of what judges say: whether the service keeps the contract, and what was not seen. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkWith, content, exchange, finding, judge } from './bench.ts'

describe('a service that was seen to keep every rule', () => {
  test('conforms', async () => {
    const { outcome, summary, failures } = await checkWith([content])
    assert.deepEqual(
      [outcome, summary, failures],
      ['conforms', 'The service keeps the contract: all 3 rules were seen kept.', []],
    )
  })
  test('has its evidence counted, with a line and an example of each kind', async () => {
    const { evidence } = await checkWith([content])
    const [a, b] = evidence
    assert.deepEqual([a?.kept, a?.refused, a?.line, a?.examples.length], [1, undefined, 5, 1])
    assert.deepEqual([b?.kept, b?.refused, b?.line, b?.examples.length], [1, 1, 6, 2])
  })
  test('is still told what was not seen', async () => {
    const { unseen } = await checkWith([content])
    assert.ok(
      unseen.some((text) => text === 'GET /plants declares 401, 500, 503: never seen.'),
      unseen.join('\n'),
    )
    assert.ok(
      unseen.some((text) => text.includes('#/components/schemas/Plant/properties/tag')),
      unseen.join('\n'),
    )
  })
})

describe('a service that breaks a rule', () => {
  test('does not conform, whatever else it keeps', async () => {
    const bad = judge('strict', (court) => court.broken(finding('a', { exchange: court.record(exchange()) })))
    const { outcome, summary } = await checkWith([content, bad])
    assert.deepEqual([outcome, summary], ['breaks', 'The service breaks the contract: one failure.'])
  })
  test('forty times, as three judges each found, has one failure', async () => {
    const judges = ['one', 'two', 'three'].map((name) =>
      judge(name, (court) => {
        for (let count = 0; count < 40; count += 1) court.broken(finding('a', { judge: name }))
      }),
    )
    const { failures, evidence } = await checkWith(judges)
    assert.deepEqual(
      failures.map((failure) => failure.rules),
      [['a']],
    )
    assert.equal(evidence[0]?.broken, 120)
  })
  test('has a failure for each rule, in the order of the rules, the shortest way to repeat it first', async () => {
    const bad = judge('strict', (court) => {
      court.broken(finding('c'))
      court.broken(finding('a', { curl: 'curl a --with-a-long-line' }))
      court.broken(finding('a', { curl: 'curl a' }))
    })
    const { failures } = await checkWith([bad])
    assert.deepEqual(
      failures.map(({ headline }) => headline),
      ['A is due.', 'C is due.'],
    )
    assert.equal(failures[0]?.findings[0]?.curl, 'curl a')
  })
  for (const [cause, answer] of [
    ['Requests get no whole answer: unreachable.', { noResponse: 'unreachable' }],
    ['Requests get no whole answer: timeout.', { noResponse: 'timeout' }],
    ['Requests get no whole answer: reset.', { noResponse: 'reset' }],
    ['Requests are answered with 503.', { status: 503 }],
  ] as const) {
    test(`everywhere in the same general way has one failure: ${cause}`, async () => {
      const bad = judge('strict', (court) => {
        for (const rule of ['a', 'b', 'c'])
          court.broken(finding(rule, { exchange: court.record(exchange(answer)) }))
        court.broken(finding('c', { exchange: court.record(exchange()) }))
      })
      const { failures } = await checkWith([bad])
      assert.deepEqual(
        failures.map(({ headline, rules: names }) => [headline, names]),
        [
          [cause, ['a', 'b', 'c']],
          ['C is due.', ['c']],
        ],
      )
    })
  }
})

describe('what could not be judged is reported', () => {
  test('rules of our own are left out when only the given ones are wanted, and so are their findings', async () => {
    const bad = judge('strict', (court) => {
      court.kept('a', court.record(exchange()))
      court.broken(finding('b'))
    })
    const { outcome, evidence, unseen } = await checkWith([bad], { subject: { only: 'given' } })
    assert.deepEqual([outcome, evidence.map(({ rule }) => rule.id)], ['conforms', ['a', 'c']])
    // Statuses of our own are left out as well.
    assert.ok(unseen.includes('GET /plants declares 400: never seen.'), unseen.join(' '))
  })
  test('a judge that finds much does not silence one that finds the same later', async () => {
    const busy = judge('busy', (court) => {
      for (let count = 0; count < 100; count += 1) court.broken(finding('a', { judge: 'busy' }))
      court.broken(finding('a', { judge: 'late' }))
    })
    const { evidence } = await checkWith([busy])
    const [{ broken, findings } = { broken: 0, findings: [] }] = evidence
    assert.equal(broken, 101)
    assert.deepEqual([...new Set(findings.map((one) => one.judge))], ['busy', 'late'])
  })
  test('a finding that does not count stops no judge', async () => {
    const bad = judge('strict', (court) => {
      court.broken(finding('b'))
      court.broken(finding('a'))
    })
    const { failures } = await checkWith([bad], { subject: { only: 'given' }, stopAtFirst: true })
    assert.deepEqual(
      failures.flatMap((failure) => failure.rules),
      ['a'],
    )
  })
  test('a missing world is named once, with the rules that it leaves open', async () => {
    const some = judge('some', (court) => court.kept('a', court.record(exchange())))
    const { outcome, summary, unseen } = await checkWith([some])
    assert.deepEqual(
      [outcome, summary],
      [
        'unjudged',
        'Nothing may be concluded: only 1 of the 2 rules that this run could show were seen kept, less than 90 %.',
      ],
    )
    assert.ok(unseen.includes('It takes a caller whose plants are known. (c)'), unseen.join('\n'))
    assert.ok(unseen.includes('No request of this run showed it. (b)'), unseen.join('\n'))
  })
  test('a missing token is named with the rules that it leaves open', async () => {
    const some = judge('some', (court) => court.kept('a', court.record(exchange())))
    const { unseen } = await checkWith([some], { subject: { callers: [] } })
    assert.ok(unseen.includes('No accepted token is known. (b, c)'), unseen.join('\n'))
  })
  test("a judge's own reason comes first", async () => {
    const some = judge('some', (court) => {
      court.kept('a', court.record(exchange()))
      court.unjudged('b', 'The service is slow today.')
    })
    assert.ok((await checkWith([some])).unseen.includes('The service is slow today. (b)'))
  })
})
