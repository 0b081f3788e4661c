/** Services that answer nothing, or not in HTTP: the checker says so, and does not wait for ever. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sessionsChecker } from '../../src/sessions/checker.ts'
import { serveSockets } from '@plant-store/raw-http'
import { subjectOf } from '../subject.ts'
import { RecordingCollector } from '../recording-collector.ts'

async function checkService(answer: (socket: Socket) => void): Promise<RecordingCollector> {
  await using server = await serveSockets(answer)
  const collector = new RecordingCollector()
  await sessionsChecker().check(subjectOf(server.url, { callers: [{ token: 'ana-ana-ana' }] }), collector)
  return collector
}

const unanswered = (collector: RecordingCollector): readonly string[] =>
  collector.findings.filter(({ rule }) => rule === 'answers-every-request').map(({ came }) => came)

describe('a service', () => {
  it('that never answers is given up after a few requests', async () => {
    const collector = await checkService((socket) => socket.resume())
    assert.match(unanswered(collector)[0] ?? '', /no whole answer within ten seconds/)
    assert.ok(collector.exchanges.length < 40, String(collector.exchanges.length))
  })

  it('that closes every connection is given up after a few requests', async () => {
    const collector = await checkService((socket) => socket.once('data', () => socket.end()))
    assert.match(unanswered(collector)[0] ?? '', /closed without a whole answer/)
    assert.ok(collector.exchanges.length < 40, String(collector.exchanges.length))
  })

  it('that stops answering is given up, and what was not tried is reported', async () => {
    let requests = 0
    const collector = await checkService((socket) =>
      socket.on('data', () => {
        requests += 1
        if (requests > 20) socket.end()
        else socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
      }),
    )
    assert.match(collector.unreached.join(), /^Not reached when the service stopped answering: .*every value/)
  })

  it('that ends connections only when they have been idle for long is not waited for each time', async () => {
    const endsAfterMs = 2000
    let late = 0
    await using server = await serveSockets((socket) => {
      let idle: NodeJS.Timeout | undefined
      socket.on('error', () => {})
      socket.once('close', () => clearTimeout(idle))
      socket.on('data', (bytes) => {
        clearTimeout(idle)
        socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
        idle = setTimeout(() => {
          if (/^connection:.*close/im.test(String(bytes))) late += 1
          socket.end()
        }, endsAfterMs)
      })
    })
    const collector = new RecordingCollector()
    const checking = sessionsChecker().check(subjectOf(server.url), collector)
    await collector.hasRecorded(150)
    collector.endTime()
    await checking
    assert.ok(late < 30, String(late))
  })

  it('that speaks another protocol is found to answer no request', async () => {
    const collector = await checkService((socket) => socket.end('220 mail.example ESMTP\r\n'))
    assert.match(unanswered(collector)[0] ?? '', /after "220 mail/)
  })

  it('that is no longer there is found to answer no request', async () => {
    const collector = new RecordingCollector()
    await sessionsChecker().check(subjectOf('http://127.0.0.1:9'), collector)
    assert.match(unanswered(collector)[0] ?? '', /no connection could be made/)
  })
})
