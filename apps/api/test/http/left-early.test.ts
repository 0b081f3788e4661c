/** Log and metrics distinguish clients that left before their response began from clients that were answered. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { connectRaw, serveLargeWorld, until } from '@plant-store/testkit'
import { beginList } from './storm/read-list.ts'
import { readMetric } from './read-metric.ts'

const { world, service, stop } = await serveLargeWorld(15_000, 600)
after(stop)

describe('a client that leaves before the header of its response', () => {
  const head = (target: string, id: string, more = ''): string =>
    `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${world.token}\r\nX-Request-Id: ${id}\r\n${more}\r\n`

  const unfinished = {
    'content that never comes': 'Content-Length: 10\r\n',
    'chunks that never end': 'Transfer-Encoding: chunked\r\n',
    'content that is held back': 'Content-Length: 10\r\nExpect: 100-continue\r\n',
  }
  let left = 0
  /** A request has arrived once the service counts it; this gauge is the only sign of that from outside. */
  const underWay = async (count: number): Promise<void> => {
    const isCounted = async (): Promise<boolean> =>
      (await readMetric(service.operatorUrl, 'http_server_active_requests')) === count
    await until(`the service counts ${count} requests`, isCounted)
  }

  for (const [what, more] of Object.entries(unfinished)) {
    // A reset: a client that sends FIN may still read, and be told that the request is incomplete.
    test(`${what}: a client that resets is logged as 499`, async () => {
      left += 1
      const id = `left-${left}`
      using connection = await connectRaw({ port: service.port })
      await connection.send(head('/plants?limit=1', id, more))
      await underWay(1)
      connection.socket.resetAndDestroy()
      const { status, outcome, level } = await service.waitForLog(({ requestId }) => requestId === id)
      assert.deepEqual({ status, outcome, level }, { status: 499, outcome: 'aborted', level: 'info' })
      await underWay(0)
    })
  }

  test('requests that wait behind a long list are logged as 499', async () => {
    using reading = await beginList({ port: service.port, token: world.token, id: 'long' })
    const { connection } = reading
    await connection.send(head('/plants?limit=5', 'behind-1') + head('/plants?limit=5', 'behind-2'))
    await underWay(3)
    connection.socket.resetAndDestroy()
    const long = await service.waitForLog(({ requestId }) => requestId === 'long')
    assert.deepEqual([long['status'], long['outcome']], [200, 'aborted'])
    for (const id of ['behind-1', 'behind-2']) {
      left += 1
      const record = await service.waitForLog(({ requestId }) => requestId === id)
      assert.deepEqual([record['status'], record['outcome']], [499, 'aborted'])
    }
    await underWay(0)
  })

  test('the metrics have the same numbers, and no 404', async () => {
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text()
    const counted = (status: number): number => {
      const label = `http_response_status_code="${status}"`
      const lines = text
        .split('\n')
        .filter((line) => line.startsWith('http_server_request_duration_seconds_count'))
      const fitting = lines.filter((line) => line.includes(label) && line.includes('outcome="aborted"'))
      return fitting.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
    }
    assert.equal(counted(404), 0)
    assert.equal(counted(499), left)
  })
})
