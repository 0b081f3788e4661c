/** A server may take LF alone for the end of a line, and unfold folded lines (RFC 9112, 2.2 and 5.2). */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { stageNamed } from '../../src/sessions/stages.ts'
import { startWith, subjectAt } from '../broken-server.ts'
import { serveSockets } from '../serve.ts'
import { runnerAt } from './runner-at.ts'

/** Puts the lines of a request in order; what may be half the end of a line waits for the rest. */
function tidier(): (octets: Buffer) => string {
  let waiting = ''
  return (octets) => {
    const text = waiting + octets.toString('latin1')
    waiting = text.endsWith('\r') ? '\r' : ''
    return tidy(waiting === '' ? text : text.slice(0, -1))
  }
}

const tidy = (text: string): string =>
  text.replaceAll(/\r?\n/g, '\r\n').replaceAll(/(?<!\r\n)\r\n[ \t]+(?=\S)/g, ' ')

test('a service that does is not accused', async () => {
  await using service = await startWith({})
  await using proxy = await serveSockets((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    const tidyNext = tidier()
    client.on('data', (octets) => upstream.write(tidyNext(octets), 'latin1'))
    client.once('end', () => upstream.end())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    upstream.pipe(client)
  })
  const { runner, court } = runnerAt(proxy.url, subjectAt(proxy.url))
  await stageNamed('the table of requests').run(runner)
  assert.equal(court.tell(), '')
})
