/** What schemathesis finds, told as rules of the contract. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { schemathesisJudge } from '../../src/schemathesis/judge.ts'
import { answering, brokenIn, judgeAlone, startWith, subjectAt, withFields } from '../broken-server.ts'

describe('each kind of failure is a breach of the rule that says so', () => {
  test('bodies', async () => {
    await using server = await startWith({
      encodePlant: ({ name }) => JSON.stringify({ name, tag: null, id: 7 }),
      encodeError: ({ error }) => JSON.stringify({ error: `${error}` }),
    })
    assert.deepEqual(brokenIn(await judgeAlone(subjectAt(server.url), schemathesisJudge())), [
      'plant-tag-is-text',
      'no-extra-members',
      'error-has-both-members',
      'error-is-integer',
    ])
  })
  test('types and headers', async () => {
    await using server = await answering((reply) =>
      reply.status === 200
        ? withFields(reply, ['ETag', ''], ['Cache-Control', 'public'], ['Vary', 'Accept'])
        : withFields(
            reply,
            ['Content-Type', 'text/plain'],
            ['WWW-Authenticate', ''],
            ['X-Request-Id', '!'],
            ['Allow', ''],
          ),
    )
    assert.deepEqual(brokenIn(await judgeAlone(subjectAt(server.url), schemathesisJudge())), [
      'challenge-is-bearer',
      'error-content-type',
      'allow-names-methods',
      'etag-sent',
      'list-is-private',
      'vary-authorization',
      'request-id-form',
    ])
  })
  test('headers on several lines', async () => {
    await using server = await answering((reply) => {
      if (reply.status !== 200) return reply
      const { fields } = withFields(reply, ['Cache-Control', 'private'])
      return { ...reply, fields: [...fields, ['Cache-Control', 'max-age=60']] }
    })
    assert.deepEqual(brokenIn(await judgeAlone(subjectAt(server.url), schemathesisJudge())), [
      'list-is-private',
    ])
  })

  test('statuses: who and what is let in', async () => {
    await using server = await startWith({
      checkMethod: () => {},
      readToken: () => subjectAt('').callers[0]?.token ?? '',
      decodeLimit: (texts) => Math.max(0, Math.trunc(Number(texts[0] ?? 100)) || 0),
    })
    const broken = new Set(brokenIn(await judgeAlone(subjectAt(server.url), schemathesisJudge())))
    for (const rule of [
      'token-required',
      'limit-minimum',
      'limit-maximum',
      'limit-is-a-number',
      'other-methods-405',
    ]) {
      assert.ok(broken.has(rule), rule)
    }
  })
  test('statuses: how it is said', async () => {
    await using server = await answering((reply) => ({
      ...reply,
      status: { 200: 302, 400: 422, 401: 403 }[reply.status] ?? reply.status,
    }))
    assert.deepEqual(brokenIn(await judgeAlone(subjectAt(server.url), schemathesisJudge())), [
      'answers-right-requests',
      'limit-zero',
      'other-parameters-ignored',
      'no-token-401',
      'refused-token-401',
      'wrong-request-400',
    ])
  })
  test('JSON that is none; a limit that is ignored; a service that fails', async () => {
    await using broken = await startWith({ encodeList: (plants) => `[${plants.join(',')}` })
    await using endless = await startWith({ cut: (plants) => plants })
    await using failing = await answering((reply) => ({
      ...reply,
      status: reply.status === 400 ? 500 : reply.status,
    }))
    const [one, two, three] = await Promise.all(
      [broken, endless, failing].map(({ url }) => judgeAlone(subjectAt(url), schemathesisJudge())),
    )
    assert.deepEqual(
      [one, two, three].map((verdict) => verdict && brokenIn(verdict)),
      [['payload-is-json'], ['limit-caps-the-list'], ['callers-fault-never-5xx']],
    )
  })
})
