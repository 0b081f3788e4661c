/** A server may take LF alone for the end of a line, and unfold folded lines (RFC 9112, 2.2 and 5.2). */
import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { Probe } from '../../src/laws/probe.ts'
import { tableOfRequests } from '../../src/laws/subjects/table.ts'
import { startWith, subjectAt } from '../broken-server.ts'
import { listen } from './listen.ts'
import { RecordingCourt } from './recording-court.ts'

/** Puts the lines of a request in order. */
const tidy = (octets: Buffer): string =>
  octets
    .toString('latin1')
    .replaceAll(/\r?\n/g, '\r\n')
    .replaceAll(/(?<!\r\n)\r\n[ \t]+(?=\S)/g, ' ')

test('a service that does is not accused', async () => {
  await using service = await startWith({})
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    client.on('data', (octets) => upstream.write(tidy(octets), 'latin1'))
    client.once('end', () => upstream.end())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    upstream.pipe(client)
  })
  const url = await listen(proxy)
  const court = new RecordingCourt()
  await tableOfRequests.run(new Probe(subjectAt(url), court, Object.values(operations)))
  proxy.close()
  await once(proxy, 'close')
  assert.equal(court.tell(), '')
})
