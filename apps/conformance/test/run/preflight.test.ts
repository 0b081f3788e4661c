/** What only the very first answers of a service show. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { findFirstBreaches, preflight } from '../../src/run/preflight.ts'
import type { Subject } from '../../src/subject.ts'
import { serve } from '../serve.ts'
import { subjectAt } from './bench.ts'

/** What a service shows that answers its very first requests like this, and all others with an empty list. */
async function firstBreaches(
  first: (response: ServerResponse) => unknown,
  more: Partial<Subject> = {},
): Promise<readonly string[]> {
  let count = 0
  await using server = await serve((_request, response) => {
    count += 1
    if (count <= 4) first(response)
    else response.end('[]')
  })
  const { signal } = new AbortController()
  const subject = subjectAt(server.url, more)
  const found = findFirstBreaches(subject, await preflight(subject, signal), await preflight(subject, signal))
  for (const { came, curl } of found) assert.match(came + curl, /^The very first requests: .*curl /)
  return found.map(({ rule }) => rule)
}
test('the preflight tells what only the very first answers show', async () => {
  assert.deepEqual(await firstBreaches((response) => response.end('[]')), [])
  const failed = await firstBreaches((response) => response.writeHead(500).end())
  assert.ok(failed.includes('answers-right-requests'), failed.join())
  const cut = await firstBreaches((response) => response.destroy())
  assert.ok(cut.includes('answers-every-request'), cut.join())
})
test('the preflight lets a service start that says when to try again (RFC 9110, 10.2.3)', async () => {
  const untold = await firstBreaches((response) => response.writeHead(503).end())
  assert.deepEqual(untold, ['retry-after-503'])
  const told = await firstBreaches((response) => response.writeHead(503, { 'Retry-After': '1' }).end())
  assert.deepEqual(told, [])
})
