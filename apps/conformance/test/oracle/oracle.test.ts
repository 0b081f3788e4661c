/** What the oracle considers due agrees with the table of requests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rewriteRequest, Secrets } from '@plant-store/raw-http'
import { analyse } from '../../plant-store/oracle/analyse.ts'
import { loadVectors } from '../../plant-store/stages/rows.ts'
import { ruleById } from '../../plant-store/rules.ts'
import type { Known } from '../../plant-store/oracle/known.ts'

const accepted = ['token-of-ana-1', 'token-of-ben-2', 'token-of-cleo-3']
const refused = ['expired-token-4', 'revoked-token-5']
const secrets = new Secrets({
  callers: accepted.map((token) => ({ token })),
  refused: refused.map((token) => ({ token })),
})
const known: Known = { tokens: { accepted, refused }, only: 'all' }

const tags = ['"of-ana"', '"of-ben"', '"of-cleo"']
const rows = await loadVectors('127.0.0.1:8080', secrets, tags)

describe('what is due', () => {
  for (const { row, requests } of rows) {
    const { section, says, dues } = row
    for (const [index, request] of requests.slice(0, dues.length).entries()) {
      const status = dues[index]?.due ?? 0
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

  it('may be 404 for CONNECT, which names a host and no path', () => {
    const statusesOf = (target: string): readonly number[] => {
      const { faults, alsoFine } = analyse({ method: 'CONNECT', target, fields: [] }, known)
      return [...(faults[0]?.statuses ?? []), ...alsoFine]
    }
    assert.deepEqual(statusesOf('plants.example:443'), [405, 400, 404])
    assert.deepEqual(statusesOf('/plants'), [405, 400])
  })

  it('is known for every row of the table except these', (t) => {
    const leftOut = rows.filter(({ requests }) => requests.length === 0)
    t.diagnostic(`${rows.length - leftOut.length} rows`)
    assert.deepEqual(
      leftOut.map(({ row }) => `${row.section}: ${row.says}`),
      [
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
      ],
    )
  })
})
