/** What the oracle sees in an answer by the given contract alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '../../src/contract/operations.ts'
import type { Field, SentRequest } from '../../src/exchange.ts'
import { examine } from '../../src/oracle/examine.ts'
import { Knowledge } from '../../src/oracle/knowledge.ts'
import { analyse } from '../../src/oracle/analyse.ts'
import { answerOf } from '../answer-of.ts'
import { subjectOf } from '../subject.ts'

const knowledge = new Knowledge(
  subjectOf('http://127.0.0.1:1', { callers: [{ token: 'token-of-ana-1' }], only: 'given' }),
  operations,
)
const json: Field = ['Content-Type', 'application/json']
const html: Field = ['Content-Type', 'text/html']
const good: Field = ['Authorization', 'Bearer token-of-ana-1']

const get = (target: string, ...fields: readonly Field[]): SentRequest => ({ method: 'GET', target, fields })

/** The rules that the answer breaks. */
function broken(request: SentRequest, status: number, body: string, type: Field): readonly string[] {
  const analysis = analyse(request, knowledge)
  return examine(answerOf(status, body, [type]), { request, analysis, knowledge }).breaches.map(
    ({ rule }) => rule,
  )
}

describe('a request that the given contract does not describe', () => {
  const version10 = { ...get('/plants', ['Host', 'a']), octets: 'GET /plants HTTP/1.0\r\nHost: a\r\n\r\n' }

  it('may be answered with any page and any status', () => {
    assert.deepEqual(broken(version10, 426, '<p>No.', html), [])
    assert.deepEqual(broken(version10, 200, '<p>Welcome', html), [])
    assert.deepEqual(broken({ ...get('/plants', good), body: 'x' }, 400, '<p>No.', html), [])
  })

  it('gets no list without a token', () => {
    assert.deepEqual(broken(version10, 200, '[]', json), ['token-required'])
    assert.deepEqual(broken(get('http://127.0.0.1/plants'), 200, '[{"name":"Oak"}]', json), [
      'token-required',
    ])
  })
})

describe('a refusal', () => {
  const page = '<p>No.'

  it('has the declared body if the request is a usual one', () => {
    assert.ok(broken(get('/plants?limit=x', good), 400, page, html).includes('error-content-type'))
  })

  it('may be a page if the request asks for something else as well', () => {
    const wish: Field = ['Accept', 'text/html']
    assert.deepEqual(
      broken(get('/plants?limit=x', good, wish), 400, page, html).filter((rule) => rule.startsWith('error-')),
      [],
    )
  })
})

describe('a limit that only our decisions make wrong', () => {
  for (const target of ['/plants?limit=-1', '/plants?limit=007']) {
    it(`may be accepted or refused, but must not make the service fail: ${target}`, () => {
      assert.ok(!broken(get(target, good), 422, '', html).includes('wrong-request-400'))
      assert.ok(broken(get(target, good), 500, '', html).includes('wrong-request-400'))
    })
  }
})
