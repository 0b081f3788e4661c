/** What schemathesis finds, as rules of the contract. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reference } from '../../../mutants/server/reference.ts'
import { schemathesisJudge } from '../../../src/adapters/schemathesis/judge.ts'
import { answering, brokenIn, judgeAlone, startWith, subjectAt, withFields } from '../../broken-server.ts'

describe('each kind of failure is a breach of the rule for it', () => {
  test('bodies, and headers on several lines', async () => {
    await using server = await startWith({
      encodePlant: ({ name }) => JSON.stringify({ name, tag: null, id: 7 }),
      encodeError: ({ error }) => JSON.stringify({ error: `${error}` }),
      finish: async (reply, ask) => {
        const finished = await reference.finish(reply, ask)
        if (reply.status !== 200) return finished
        const { fields } = withFields(finished, ['Cache-Control', 'private'])
        return { ...finished, fields: [...fields, ['Cache-Control', 'max-age=60']] }
      },
    })
    const verdict = await judgeAlone(subjectAt(server.url), schemathesisJudge())
    // An open schema says nothing about members that it does not name.
    assert.deepEqual(brokenIn(verdict), [
      'plant-tag-is-text',
      'error-has-both-members',
      'error-is-integer',
      'list-is-private',
    ])
    const told = verdict.failures.flatMap(({ findings }) => findings.map(({ due }) => due))
    for (const own of [/: response_schema_conformance, ST108 /, /: response_headers_conformance, ST108 /])
      assert.ok(
        told.some((text) => own.test(text)),
        told.join('\n'),
      )
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
  test('statuses: which callers and requests are let in', async () => {
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
  test('statuses: other ones than the contract asks for', async () => {
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
  test('invalid JSON; a service that fails', async () => {
    await using broken = await startWith({ encodeList: (plants) => `[${plants.join(',')}` })
    await using failing = await startWith({
      finish: async (reply, ask) => {
        const finished = await reference.finish(reply, ask)
        return { ...finished, status: finished.status === 400 ? 500 : finished.status }
      },
    })
    const [one, two] = await Promise.all(
      [broken, failing].map(({ url }) => judgeAlone(subjectAt(url), schemathesisJudge())),
    )
    assert.deepEqual(
      [one, two].map((verdict) => verdict && brokenIn(verdict)),
      [['payload-is-json'], ['callers-fault-never-5xx']],
    )
  })
})
