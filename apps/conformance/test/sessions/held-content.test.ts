/** Content that was held back and not asked for is still due on its connection: nothing else is sent there. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { it } from 'node:test'
import { inTurn, serveSockets } from '@plant-store/raw-http'
import { runnerAt } from './trial.ts'

const respond = (status: string): string => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`

/** Answers every head at once, and takes what follows as its content, for the length that the head states. */
function answerEarly(socket: Socket, isAskedFor: boolean): void {
  let came = ''
  let content = 0
  socket.on('data', (bytes) => {
    came += bytes.toString('latin1')
    for (;;) {
      const skipped = Math.min(content, came.length)
      content -= skipped
      came = came.slice(skipped)
      const end = came.indexOf('\r\n\r\n')
      if (content > 0 || end === -1) return
      const head = came.slice(0, end)
      came = came.slice(end + 4)
      content = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (content > 0 && isAskedFor) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      socket.write(respond(head.startsWith('GET ') ? '401 Unauthorized' : '400 Bad Request'))
    }
  })
}

it('a service that asks for the content and then stays silent is accused of the silence', async () => {
  await using server = await serveSockets((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\n')),
  )
  const { runner, collector } = runnerAt(server.url)
  const fields = [['Expect', '100-continue']] as const
  await runner.run([inTurn([{ request: runner.write('GET', '/plants', { fields, body: '{' }) }])])
  assert.deepEqual(
    collector.findings.map(({ rule }) => rule),
    ['answers-every-request'],
  )
})

for (const [isAskedFor, what] of [
  [true, 'asks for the content is sent the next requests on the same connection'],
  [false, 'answers without the content is sent the next requests on another connection'],
] as const) {
  it(`a service that ${what}`, async () => {
    await using server = await serveSockets((socket) => answerEarly(socket, isAskedFor))
    const { runner } = runnerAt(server.url)
    const fields = [['Expect', '100-continue']] as const
    const held = runner.write('GET', '/plants', { fields, body: 'x'.repeat(20) })
    const plain = runner.write('GET', '/plants')
    const [sent = []] = await runner.run([inTurn([held, plain, plain].map((request) => ({ request })))])
    assert.deepEqual(
      sent.map(({ outcome }) => ('status' in outcome ? outcome.status : outcome)),
      [401, 401, 401],
    )
    const [first, second, third] = sent.map(({ exchange: { connection } }) => connection)
    assert.deepEqual([first === second, second === third], [isAskedFor, true])
  })
}
