/** The shell lines of the contract's rows run as they stand, and send what the rows say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLine, Secrets, startRecorder, toCurl, toText } from '@plant-store/raw-http'
import { loadVectors } from '../../src/sessions/stages/rows.ts'

/** Without curl's own User-Agent, and with the fields sorted, since curl sends its own first. */
const sorted = (bytes: string): readonly string[] => {
  const [head = '', ...body] = bytes.split('\r\n\r\n')
  const [first = '', ...fields] = head.replace(/\r\nUser-Agent: curl[^\r]*/, '').split('\r\n')
  return [first, ...fields.toSorted(), ...body]
}

test('the table of requests is repeated row by row', async (t) => {
  await using recorder = await startRecorder()
  const { url } = recorder
  const tokens = {
    callers: ['plants-Ana$1"x', 'plants-Ben%2'].map((token) => ({ token })),
    refusedTokens: ['plants-gone-3'],
  }
  const secrets = new Secrets(tokens)
  const { rows } = await loadVectors(new URL(url).host, secrets)
  // A sample: each row takes a shell and a curl.
  const some = rows
    .filter((_, index) => index % 30 === 0)
    .filter(({ requests }) => requests.every(({ method }) => method !== 'CONNECT'))
  assert.ok(some.length > 10, `${some.length} rows`)
  for (const { requests } of some) {
    const line = toCurl(requests, { url, secrets })
    recorder.take()
    await runLine(line, tokens)
    const [sent = ''] = recorder.take()
    const due = secrets.reveal(requests.map((request) => toText(request)).join(''))
    assert.deepEqual(sorted(sent), sorted(due), line)
    for (const { token } of tokens.callers) assert.ok(!line.includes(token), line)
  }
  t.diagnostic(`${some.length} rows`)
})
