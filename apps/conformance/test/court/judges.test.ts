/** How the court hears judges, and what it keeps of what they show. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { JudgeFailure } from '../../src/court/judge.ts'
import { judgeNames, makeJudges } from '../../src/judges.ts'
import { aborted, checkWith, content, exchange, finding, judge, token } from './bench.ts'

describe('judges', () => {
  test('work at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = judge('waiting', () => promise)
    const opening = judge('opening', () => resolve())
    assert.equal((await checkWith([content, waiting, opening])).outcome, 'conforms')
  })
  test('are stopped by the first finding if one is enough; what they say then does not count', async () => {
    const late = judge('late', async (court) => {
      await aborted(court.signal)
      court.broken(finding('c'))
      throw new Error('stopped')
    })
    const quick = judge('quick', (court) => court.broken(finding('a')))
    const verdict = await checkWith([late, quick], { stopAtFirst: true })
    assert.deepEqual(
      verdict.failures.flatMap((failure) => failure.rules),
      ['a'],
    )
    assert.ok(verdict.judges.every(({ failure }) => failure === undefined))
  })
  test('are reported with their exchanges and their time', async () => {
    const { judges } = await checkWith([content])
    assert.deepEqual(
      judges.map(({ name, exchanges }) => [name, exchanges]),
      [['content', 4]],
    )
  })
})

test('no token is in the verdict, wherever it came from', async () => {
  const leaky = judge('leaky', (court) => {
    const body = Buffer.from(`{"message":"${token}"}`)
    const seen = court.record(exchange({ body, fields: [['X-Echo', token]] }))
    court.broken(finding('a', { exchange: seen, came: `came ${token}`, due: token, curl: `curl ${token}` }))
    throw new JudgeFailure(`no ${token}`)
  })
  const text = JSON.stringify(await checkWith([leaky]), (_name, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString() : value,
  )
  assert.ok(!text.includes(token))
})

test('long bodies are cut in what is kept, not in what the judge gets back', async () => {
  const long = judge('long', (court) => {
    const body = Buffer.alloc(100_000, 'x')
    const seen = court.record(exchange({ body }))
    assert.ok('body' in seen.answer && seen.answer.body.length === 100_000)
    court.kept('a', seen)
  })
  const { exchanges, evidence } = await checkWith([long])
  for (const kept of [exchanges[0], evidence[0]?.examples[0]]) {
    assert.ok(kept !== undefined && 'body' in kept.answer)
    assert.deepEqual([kept.answer.body.length, kept.answer.bodyLength], [65_536, 100_000])
  }
})

test('the judges have the names by which they are chosen', async () => {
  const judges = await makeJudges()
  assert.deepEqual(
    judges.map(({ name }) => name),
    judgeNames,
  )
})
