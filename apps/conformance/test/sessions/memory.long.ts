/** Relations between answers remember so much, however long a check lasts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { relationsOf } from '../../src/sessions/relations/all-relations.ts'
import { asSeen } from '../../src/sessions/relations/relation.ts'
import { answerOf } from '../answer-of.ts'
import { exchange, token } from '../court/bench.ts'
import { collectAll } from '../court/collect-all.ts'
import { runnerAt } from './runner-at.ts'

test('relations between answers remember the first ones, not all', async () => {
  const { runner } = runnerAt('http://127.0.0.1:1', { callers: [{ token }] })
  const [relations, mark] = [relationsOf(runner.knowledge), runner.callers[0]?.mark]
  /** Shows answers of each kind to all relations, with everything different each time. */
  const see = (count: number): readonly WeakRef<Buffer>[] => {
    const unlike: Field = ['X-Unknown', String(count)]
    const tag = `"${count}"`
    const asks = [
      { token: mark, fields: [unlike], status: 200, body: `[{"name":"${count}"}]` },
      { token: mark, fields: [unlike, ['If-None-Match', tag]] satisfies Field[], status: 304, body: '' },
      { token: 'nobody-has-this-one', fields: [unlike], status: 401, body: `{"error":${count}}` },
    ]
    return asks.map(({ token: own, fields, status, body }) => {
      const request = runner.write('GET', '/plants', { token: own, fields })
      const answer = answerOf(status, body, [
        ['ETag', tag],
        ['X-Request-Id', `${status}-${count}`],
      ])
      const made = { id: count, ...exchange(answer, { request }) }
      const sent = { request, outcome: answer, exchange: made, step: 0 }
      const one = asSeen(sent, runner.oracle.analyse(request))
      for (const relation of relations) relation.see(one)
      return new WeakRef(answer.body)
    })
  }
  const first = see(0)
  for (let count = 1; count < 55_000; count += 1) see(count)
  const last = Array.from({ length: 100 }, (_, count) => see(55_000 + count)).flat()
  await collectAll()
  assert.ok(first.every((body) => body.deref() !== undefined))
  assert.equal(last.filter((body) => body.deref() !== undefined).length, 0)
})
