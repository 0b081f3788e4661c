/** What the oracle considers due agrees with the table of requests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Field, headLength, rewriteRequest, Secrets } from '@plant-store/raw-http'
import { operations } from '../../src/contract/operations.ts'
import { analyse } from '../../src/plants/oracle/analyse.ts'
import type { Known } from '../../src/oracle/analysis.ts'
import { bounds } from '../../src/oracle/form.ts'
import { loadVectors } from '../../src/plants/stages/rows.ts'
import { ruleById } from '../../src/rules/rules.ts'

const accepted = ['token-of-ana-1', 'token-of-ben-2', 'token-of-cleo-3']
const refused = ['expired-token-4', 'revoked-token-5']
const secrets = new Secrets({
  callers: accepted.map((token) => ({ token })),
  refused: refused.map((token) => ({ token })),
})
const known: Known = {
  operations,
  others: [],
  tokens: { accepted, refused },
  only: 'all',
}

const tags = ['"of-ana"', '"of-ben"', '"of-cleo"']
const { rows, leftOut } = await loadVectors('127.0.0.1:8080', secrets, tags)

describe('what is due', () => {
  for (const { section, says, requests, due } of rows) {
    for (const [index, request] of requests.slice(0, due.length).entries()) {
      const status = due[index] ?? 0
      it(`${section}: ${says}: ${status}`, () => {
        const sent = rewriteRequest(request, (text) => secrets.reveal(text))
        const { faults, alsoFine, isOpen, grounds } = analyse(sent, known)
        const statuses = [...(faults[0]?.statuses ?? [200]), ...alsoFine]
        assert.ok(isOpen || statuses.includes(status), `${statuses.join(' or ')}, not ${status}`)
        // Every rule that the oracle names exists.
        for (const rule of [
          ...faults.flatMap(({ rule: one, statusRule }) => [one, statusRule]),
          ...grounds,
        ]) {
          ruleById(rule)
        }
      })
    }
  }

  const statusesOf = (method: string, target: string, fields: readonly Field[] = []): readonly number[] => {
    const { faults, alsoFine } = analyse({ method, target, fields }, known)
    return [...(faults[0]?.statuses ?? []), ...alsoFine]
  }

  it('may be 404 for CONNECT, which names a host and no path', () => {
    assert.deepEqual(statusesOf('CONNECT', 'plants.example:443'), [405, 400, 404])
    assert.deepEqual(statusesOf('CONNECT', '/plants'), [405, 400])
  })

  it('may be 401 for OPTIONS without a token that is accepted, and for no other wrong method', () => {
    assert.deepEqual(statusesOf('OPTIONS', '/plants'), [405, 200, 204, 401])
    assert.deepEqual(statusesOf('DELETE', '/plants'), [405])
    const token: Field = ['Authorization', `Bearer ${accepted[0]}`]
    assert.deepEqual(statusesOf('OPTIONS', '/plants', [token]), [405, 200, 204])
  })

  it('is known for every row of the table except these', (t) => {
    t.diagnostic(`${rows.length} rows`)
    assert.deepEqual(leftOut, [
      // A server should forgive it (RFC 9112, 2.2), but need not.
      'The request line: an empty line before it is forgiven',
      // LF alone may end a line; folded lines may be unfolded, and those before the first name skipped (2.2 and 5.2).
      // The rest of the head may be waited for.
      'The request line: the beginning of an encrypted connection',
      'The request line: a line without CR',
      // An empty Host may stand for a configured host (3.3).
      'The Host line: empty',
      'The Host line: a port alone',
      'Header lines: a line that goes on in the next one',
      'Header lines: a line that goes on in the next one, after a tab',
      'Header lines: a space before the first name',
      // Most control characters may stay in a value (RFC 9110, 5.5).
      'Header lines: a bell within the value',
      'Header lines: the byte DEL within the value',
      'Header lines: LF alone at the end of a line',
      'Header lines: LF alone at the end of the head',
      // A coding that is not understood should get 501 (6.1).
      'Content: a coding with a name like chunks',
      // They may count as one (RFC 9110, 8.6).
      'Content: two lengths, equal',
      // Another service may wait for the content instead.
      'Content: more content than is worth reading away is refused before it comes',
    ])
  })
})

describe('the length of a header', () => {
  const head = [
    ['Host', 'a'],
    ['Authorization', 'Bearer token-of-ana-1'],
  ] as const
  /** As long as every service has to accept. */
  const fields = [...head, ['X-Unknown', 'A'.repeat(bounds.header - headLength(head) - 13)]] as const
  const request = { method: 'GET', target: '/plants', fields }
  const withBlank = (blank: string) =>
    `GET /plants HTTP/1.1\r\n${fields.map(([name, value]) => `${name}:${blank}${value}\r\n`).join('')}\r\n`

  it('includes the blanks around its values as they were sent', () => {
    assert.equal(headLength(fields), bounds.header)
    const statuses = (bytes: string) => analyse({ ...request, bytes }, known).alsoFine
    assert.deepEqual(analyse(request, known).alsoFine, [])
    assert.deepEqual(statuses(withBlank(' ')), [])
    assert.deepEqual(statuses(withBlank('')), [])
    assert.deepEqual(statuses(withBlank(' \t')), [431])
  })
})

describe('the given contract alone', () => {
  const given = { ...known, only: 'given' } as const
  const as = (value: string): readonly Field[] => [['Authorization', value]]
  const fields = as('Bearer token-of-ana-1')
  const right = { method: 'GET', target: '/plants', fields }

  it('is silent about spellings, other parameters, expired tokens, other methods and other paths', () => {
    const silent: (typeof right)[] = []
    const credentials = ['Bearer expired-token-4', 'bearer token-of-ana-1', 'Bearer\ttoken-of-ana-1']
    for (const value of [...credentials, 'Bearer token-of-ana-1 x', 'Bearer "token-of-ana-1"'])
      silent.push({ ...right, fields: as(value) })
    const values = ['%2B5', '0', '1_000', "1'000", '5n', '+5', '0x10', '%2310', '%D9%A5', '5?', '5;x=1']
    const targets = [...values, `5.${'0'.repeat(20)}1`].map((value) => `/plants?limit=${value}`)
    for (const target of [...targets, '/plants?x=1', '/plants/']) silent.push({ ...right, target })
    for (const method of ['HEAD', 'POST']) silent.push({ ...right, method })
    assert.deepEqual(
      silent.filter((request) => !analyse(request, given).isOpen),
      [],
    )
  })

  it('wants any status from 400 to 499 for a request without a token, and 400 for a limit that is no number', () => {
    const [missing] = analyse({ ...right, fields: [] }, given).faults
    assert.deepEqual([missing?.rule, missing?.statuses.length], ['token-required', 100])
    assert.deepEqual(analyse({ ...right, target: '/plants?limit=x' }, given).faults[0]?.statuses, [400])
    for (const value of ['5.5', '5a', 'a5', '1,2', '%225%22', '%2533', '2%2B3']) {
      const { faults } = analyse({ ...right, target: `/plants?limit=${value}` }, given)
      assert.equal(faults[0]?.rule, 'limit-is-a-number', value)
    }
  })

  it('refuses a credential that contains no accepted token', () => {
    for (const value of ['Bearer', 'x', 'token-of-ana-1', 'Bearer token-of-ana-', 'Basic token-of-ana-1']) {
      const { faults, isOpen } = analyse({ ...right, fields: as(value) }, given)
      const origins = faults.map(({ rule }) => ruleById(rule).origin)
      assert.deepEqual([isOpen, origins], [false, ['given']], value)
    }
  })

  it('owes a response only to the requests that it describes', () => {
    assert.equal(analyse(right, given).owed, 'a response')
    for (const other of [
      { ...right, method: 'HEAD' },
      { ...right, target: '/plants/' },
      { ...right, target: 'http://127.0.0.1/plants' },
      { ...right, body: 'x' },
      { ...right, bytes: 'GET /plants HTTP/1.0\r\n\r\n' },
    ])
      assert.equal(analyse(other, given).owed, 'nothing')
  })
})
