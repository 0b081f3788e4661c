/** What schemathesis finds, as rules of the contract: only this finds a failure of its that is reported under another rule. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ownSchemathesis } from '../../../plant-store/tools/schemathesis.ts'
import { reference, type Steps } from '../../../mutants/server/reference.ts'
import { brokenIn, checkAlone, startWith, subjectAt, withFields } from '../../broken-server.ts'
import type { Reply } from '../../../mutants/server/ask.ts'

const finishing = (change: (reply: Reply) => Reply): Partial<Steps> => ({
  finish: async (reply, ask) => change(await reference.finish(reply, ask)),
})

/** By what is wrong: how it is done, and the rules that are broken, among others where the list begins with "some". */
const rows: Readonly<Record<string, readonly [Partial<Steps>, readonly string[], (readonly RegExp[])?]>> = {
  'bodies, and headers on several lines': [
    {
      // An open schema says nothing about members that it does not name.
      encodePlant: ({ name }) => JSON.stringify({ name, tag: null, id: 7 }),
      encodeError: ({ error }) => JSON.stringify({ error: `${error}` }),
      ...finishing((reply) =>
        reply.status === 200
          ? {
              ...reply,
              fields: [
                ...withFields(reply, ['Cache-Control', 'private']).fields,
                ['Cache-Control', 'max-age=60'],
              ],
            }
          : reply,
      ),
    },
    ['plant-tag-is-text', 'error-has-both-members', 'error-is-integer', 'list-is-private'],
    [/: response_schema_conformance, ST108 /, /: response_headers_conformance, ST108 /],
  ],
  'types and headers': [
    finishing((reply) =>
      reply.status === 200
        ? withFields(reply, ['ETag', ''], ['Cache-Control', 'public'], ['Vary', 'Accept'])
        : withFields(
            reply,
            ['Content-Type', 'text/plain'],
            ['WWW-Authenticate', ''],
            ['X-Request-Id', '!'],
            ['Allow', ''],
          ),
    ),
    [
      'challenge-is-bearer',
      'error-content-type',
      'allow-names-methods',
      'etag-sent',
      'list-is-private',
      'vary-authorization',
      'request-id-form',
    ],
  ],
  'which callers and requests are let in': [
    {
      checkMethod: () => {},
      readToken: () => subjectAt('').callers[0]?.token ?? '',
      decodeLimit: (texts) => Math.max(0, Math.trunc(Number(texts[0] ?? 100)) || 0),
    },
    ['some', 'token-required', 'limit-minimum', 'limit-maximum', 'limit-is-a-number', 'other-methods-405'],
  ],
  'other statuses than the contract asks for': [
    finishing((reply) => ({
      ...reply,
      status: { 200: 302, 400: 422, 401: 403 }[reply.status] ?? reply.status,
    })),
    [
      'answers-right-requests',
      'limit-zero',
      'other-parameters-ignored',
      'no-token-401',
      'refused-token-401',
      'wrong-request-400',
    ],
  ],
  'invalid JSON': [{ encodeList: (plants) => `[${plants.join(',')}` }, ['payload-is-json']],
  'a service that fails': [
    finishing((reply) => ({ ...reply, status: reply.status === 400 ? 500 : reply.status })),
    ['callers-fault-never-5xx'],
  ],
}

describe('each kind of failure is a breach of the rule for it', () => {
  for (const [what, [steps, due, own = []]] of Object.entries(rows))
    test(what, async () => {
      await using server = await startWith(steps)
      const verdict = await checkAlone(subjectAt(server.url), ownSchemathesis())
      const broken = brokenIn(verdict)
      if (due[0] === 'some')
        assert.deepEqual(
          due.slice(1).filter((rule) => !broken.includes(rule)),
          [],
        )
      else assert.deepEqual(broken, due)
      const told = verdict.failures
        .flatMap(({ findings }) => findings.map((finding) => finding.due))
        .join('\n')
      for (const words of own) assert.match(told, words)
    })
})
