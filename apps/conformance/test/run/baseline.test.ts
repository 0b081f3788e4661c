/** What a baseline accepts and what a check is limited to: every report agrees, and nothing is left unsaid. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { toBaseline } from '../../src/run/baseline.ts'
import { select } from '../../src/run/selection.ts'
import type { KnownFailure } from '../../src/run/verdict.ts'
import { textsOf } from '../report/texts-of.ts'
import { checkWith, content, exchange, finding, checker, ruleOf, rules } from './bench.ts'

/** Sees `a` broken by a request for this path, as often as told. */
const breaking = (target: string, times = 1) =>
  checker('strict', (collector) => {
    const seen = collector.record(exchange({}, { request: { method: 'GET', target, fields: [] } }))
    for (let count = 0; count < times; count += 1) collector.broken(finding('a', { exchange: seen }))
  })
/** Sees `b` and `c` kept. */
const rest = checker('rest', (collector) => {
  const seen = collector.record(exchange())
  for (const rule of ['b', 'c']) collector.kept(rule, seen)
  collector.refused('b', seen)
})

const checkKnown = (known: readonly KnownFailure[], ...checkers: Parameters<typeof checkWith>[0]) =>
  checkWith([rest, ...checkers], { baseline: { file: 'known.yaml', known }, subject: { atLeast: 0 } })
const entry = (more: Partial<KnownFailure> = {}): KnownFailure => ({
  rule: 'a',
  reason: 'Ticket 7.',
  ...more,
})

describe('a baseline', () => {
  test('accepts what it names, by rule or pattern, operation and day: that is told, with its reason, in every report', async () => {
    for (const more of [
      {},
      { rule: '*' },
      { operation: 'listPlants' },
      { operation: 'GET /plants' },
      { until: '2999-01-01' },
    ]) {
      const verdict = await checkKnown([entry(more)], breaking('/plants'))
      assert.equal(verdict.outcome, 'conforms', JSON.stringify(more))
      assert.equal(
        verdict.summary,
        'The service keeps the contract but for one known failure: 2 of 3 rules were seen kept.',
      )
      const { terminal = '', html = '', junit = '', json = '' } = textsOf(verdict)
      assert.match(terminal, /\nKnown failures:\n {3}a: Ticket 7\.(?: \(until 2999-01-01\))?\n/)
      assert.match(terminal, /3 rules: 2 kept, 0 broken, 1 known, 0 not seen/)
      assert.match(html, /<h2>Known failures<\/h2>[^]*a: Ticket 7\./)
      assert.match(junit, /name="a: A is due\."[^>]*><skipped message="Known: Ticket 7\."/)
      assert.match(junit, /failures="0"/)
      assert.match(json, /"id": "a",[^{}]*"state": "known"/)
    }
  })
  test('accepts nothing else: another rule or operation is a failure, and so is what was known until yesterday', async () => {
    for (const [more, target] of [
      [{ rule: 'b' }, '/plants'],
      [{ operation: 'getPlant' }, '/plants'],
      [{ operation: 'listPlants' }, '/plants/1'],
      [{ until: '2020-01-01' }, '/plants'],
    ] as const) {
      const { outcome, summary, stale } = await checkKnown([entry(more)], breaking(target))
      assert.deepEqual([outcome, summary], ['breaks', 'The service breaks the contract: one failure.'])
      assert.equal(stale.length, 1, stale.join())
      assert.equal(
        /^a: it was known until 2020-01-01, and counts since then\.$/.test(stale.join()),
        'until' in more,
      )
    }
  })
  test('does not hide the eleventh finding behind ten known ones', async () => {
    const both = [breaking('/plants', 12), breaking('/plants/1')]
    const { outcome, summary, evidence } = await checkKnown([entry({ operation: 'listPlants' })], ...both)
    assert.deepEqual(
      [outcome, summary],
      ['breaks', 'The service breaks the contract: one failure, besides one known failure.'],
    )
    assert.deepEqual([evidence[0]?.known.length, evidence[0]?.findings.length], [10, 1])
  })
  test('says which entries do nothing, without failing', async () => {
    const known = [entry(), entry({ rule: 'aa' }), entry({ rule: 'nonsense' })]
    const { outcome, stale } = await checkKnown(known, content)
    assert.equal(outcome, 'conforms')
    assert.deepEqual(stale, [
      'a: no longer seen. Remove it from known.yaml.',
      'aa: this check has no such rule. Remove it from known.yaml. Did you mean a?',
      'nonsense: this check has no such rule. Remove it from known.yaml.',
    ])
    const unseen = await checkKnown([entry()])
    assert.deepEqual(unseen.stale, ['a: not seen in this run, which did not see the rule kept either.'])
  })
  test('is written from what was seen: what was known keeps its entry, the rest has no reason yet', async () => {
    const known = [entry({ until: '2999-01-01' })]
    const broken = checker('bad', (collector) => collector.broken(finding('c')))
    const verdict = await checkKnown(known, breaking('/plants'), broken)
    const due = { known: [known[0], { rule: 'c', reason: '' }] }
    assert.deepEqual(parse(toBaseline('known.yaml', verdict)), due)
    assert.deepEqual(JSON.parse(toBaseline('known.json', verdict)), due)
  })
})

describe('a selection', () => {
  const operations = ['list', 'show'].map((id) => ({
    id: `${id}Pets`,
    method: 'GET',
    path: `/${id}`,
    responses: [],
  }))
  const some = [
    ...['listPets:status', 'listPets:body', 'showPets:status'].map((id) => ruleOf(id, { layer: 'document' })),
    ruleOf('head-as-get', { layer: 'http' }),
  ]
  const all = { rules: some, operations }
  for (const [include, exclude, due] of [
    [[], [], 'listPets showPets listPets:status listPets:body showPets:status head-as-get'],
    [['listPets'], [], 'listPets listPets:status listPets:body head-as-get'],
    [['GET /list*'], ['layer:http'], 'listPets listPets:status listPets:body'],
    [['*:status'], [], 'listPets showPets listPets:status showPets:status'],
    [['*:status', 'listPets'], [], 'listPets listPets:status'],
    [['layer:http'], [], 'listPets showPets head-as-get'],
    [[], ['showPets', 'head*'], 'listPets listPets:status listPets:body'],
  ] as const)
    test(`--include ${include.join(' ')} --exclude ${exclude.join(' ')}`, () => {
      const { operations: kept, ignored } = select(all, { include, exclude })
      const left = some.filter(({ id }) => !ignored.has(id))
      assert.equal([...kept, ...left].map(({ id }) => id).join(' '), due)
    })
  test('that leaves nothing is an error', () => {
    assert.throws(
      () => select(all, { exclude: ['*Pets'] }),
      /^InputError: --include and --exclude leave nothing/,
    )
  })
  test('is told, and what it leaves out neither counts nor weighs', async () => {
    const { ignored, leftOut } = select({ rules, operations }, { exclude: ['a'] })
    const verdict = await checkWith([rest, breaking('/plants')], {
      ignored,
      leftOut,
      subject: { atLeast: 100 },
    })
    assert.deepEqual([verdict.outcome, verdict.failures.length], ['conforms', 0])
    assert.match(
      verdict.summary,
      /as far as it was checked: all 2 rules were seen kept\. Some was left out on request\.$/,
    )
    assert.ok(verdict.unseen.includes('Rules left out, 1: a.'), verdict.unseen.join())
  })
})
