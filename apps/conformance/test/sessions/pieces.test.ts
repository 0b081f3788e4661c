/** A service that minds how a request is cut is found, and the line of the finding cuts it too. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { stageNamed } from '../../src/sessions/stages.ts'
import { startWith, subjectAt } from '../broken-server.ts'
import { serveSockets } from '../serve.ts'
import { runnerAt } from './runner-at.ts'

const refusal = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

test('what comes in too many pieces is refused', async () => {
  await using service = await startWith({})
  await using proxy = await serveSockets((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    let pieces = 0
    client.on('data', (octets) => {
      pieces = octets.length < 20 ? pieces + 1 : 0
      if (pieces > 3) client.end(refusal)
      else upstream.write(octets)
    })
    client.once('end', () => upstream.end())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    upstream.pipe(client)
  })
  const { runner, court, subject } = runnerAt(proxy.url, subjectAt(proxy.url))
  court.stopAt('limit-is-optional')
  await stageNamed('requests in pieces')
    .run(runner)
    .catch(() => {})
  const [finding] = court.findings
  assert.match(finding?.came ?? '', /^400/, court.tell())
  const env = { ...process.env, TOKEN: subject.callers[0]?.token, TOKEN_2: subject.callers[1]?.token }
  const { stdout } = await promisify(execFile)('bash', ['-c', finding?.curl ?? ''], { env })
  assert.match(stdout, /^HTTP\/1\.1 400/)
})
