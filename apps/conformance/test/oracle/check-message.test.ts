/** What the message of a refusal may say. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkMessage } from '../../plant-store/oracle/message.ts'
import { Examination } from '../../src/oracle/any-oracle.ts'

function broken(message: string, target = '/plants', tokens: readonly string[] = []): readonly string[] {
  const seen = new Examination()
  const known = { host: '127.0.0.1:9000', tokens }
  checkMessage(message, { method: 'GET', target, fields: [], body: '' }, known, seen)
  return seen.breaches.map(({ rule }) => rule)
}

for (const leak of [
  'at list (file:///srv/app/list.js:3:7)',
  'list.py:17 failed',
  'No such file: /var/lib/plants.db',
  'SELECT name FROM plant WHERE id = 1',
  'SQLITE_BUSY: try again',
  'ORA-00942: there is no such view',
  'no entry in pg_hba for this host',
  'A TypeError was thrown',
  'Cannot read properties of undefined',
  'The service at 127.0.0.1:5432 is down',
  'There is nothing here (nginx/1.25.3)',
])
  it(`reveals something internal: ${leak}`, () => assert.deepEqual(broken(leak), ['causes-stay-inside']))

for (const fine of [
  'PLEASE SELECT A NUMBER FROM ZERO ON',
  'Syntax error at the value of limit',
  'MethodNotAllowedError: GET and HEAD are',
  'Help: pomoc.plants.rs:8443',
  'Get a token at /home/tokens',
  'The list is at http://127.0.0.1:9000/plants',
  'See /docs/v1.0/errors#40101.',
  'Speak HTTP/1.1',
  // Ids that look like a part of a name.
  ...['PG_1HRj0a2Mw', 'pg_1HRj0a2Mw', 'ORA-1xQ', 'ora-7', 'Sqlt-e_99'].map((id) => `Reference: ${id}`),
])
  it(`may be said: ${fine}`, () => assert.deepEqual(broken(fine), []))

it('what the request asked for may be repeated, but no token, unless it is a word of the contract', () => {
  assert.deepEqual(broken('There is no /plants/pg_catalog here.', '/plants/pg_catalog'), [])
  assert.deepEqual(broken('secret-of-ana is expired', '/plants', ['secret-of-ana']), ['causes-stay-inside'])
  assert.deepEqual(broken('The bearer token was not accepted.', '/plants', ['accepted']), [])
})
