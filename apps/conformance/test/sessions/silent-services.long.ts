/** Services that answer nothing, or not in HTTP: the checker says so, and does not wait for ever. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sessionsChecker } from '../../src/sessions/checker.ts'
import { serveSockets } from '@plant-store/raw-http'
import { subjectOf } from '../subject.ts'
import { RecordingCourt } from '../recording-court.ts'

async function checker(answer: (socket: Socket) => void): Promise<RecordingCourt> {
  await using server = await serveSockets(answer)
  const court = new RecordingCourt()
  await sessionsChecker().checker(subjectOf(server.url, { callers: [{ token: 'ana-ana-ana' }] }), court)
  return court
}

const unanswered = (court: RecordingCourt): readonly string[] =>
  court.findings.filter(({ rule }) => rule === 'answers-every-request').map(({ came }) => came)

describe('a service', () => {
  it('that never answers is given up after a few requests', async () => {
    const court = await checker((socket) => socket.resume())
    assert.match(unanswered(court)[0] ?? '', /no whole answer within ten seconds/)
    assert.ok(court.exchanges.length < 40, String(court.exchanges.length))
  })

  it('that closes every connection is given up after a few requests', async () => {
    const court = await checker((socket) => socket.once('data', () => socket.end()))
    assert.match(unanswered(court)[0] ?? '', /closed without a whole answer/)
    assert.ok(court.exchanges.length < 40, String(court.exchanges.length))
  })

  it('that stops answering is given up, and what was not tried is reported', async () => {
    let requests = 0
    const court = await checker((socket) =>
      socket.on('data', () => {
        requests += 1
        if (requests > 20) socket.end()
        else socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
      }),
    )
    assert.match(court.unreached.join(), /^Not reached when the service stopped answering: .*every value/)
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
    const court = new RecordingCourt()
    const checking = sessionsChecker().checker(subjectOf(server.url), court)
    await court.hasRecorded(150)
    court.endTime()
    await checking
    assert.ok(late < 30, String(late))
  })

  it('that speaks another protocol is found to answer no request', async () => {
    const court = await checker((socket) => socket.end('220 mail.example ESMTP\r\n'))
    assert.match(unanswered(court)[0] ?? '', /after "220 mail/)
  })

  it('that is no longer there is found to answer no request', async () => {
    const court = new RecordingCourt()
    await sessionsChecker().checker(subjectOf('http://127.0.0.1:9'), court)
    assert.match(unanswered(court)[0] ?? '', /no connection could be made/)
  })
})
