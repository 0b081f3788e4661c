/** A server may take LF alone for the end of a line, and unfold folded lines (RFC 9112, 2.2 and 5.2). */
import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { Runner } from '../../src/sessions/runner.ts'
import { stageNamed } from '../../src/sessions/stages.ts'
import { startWith, subjectAt } from '../broken-server.ts'
import { listen } from './listen.ts'
import { RecordingCourt } from './recording-court.ts'

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
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    const tidyNext = tidier()
    client.on('data', (octets) => upstream.write(tidyNext(octets), 'latin1'))
    client.once('end', () => upstream.end())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    upstream.pipe(client)
  })
  const url = await listen(proxy)
  const court = new RecordingCourt()
  await stageNamed('the table of requests').run(new Runner(subjectAt(url), court, Object.values(operations)))
  proxy.close()
  await once(proxy, 'close')
  assert.equal(court.tell(), '')
})
