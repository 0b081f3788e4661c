/** A breach is told with the shortest session that shows it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Send, serveSockets, type Session, type Wanted, withFields } from '@plant-store/raw-http'
import { failing } from '../../mutants/faults/replies.ts'
import { type Change, on } from '../../mutants/mutant.ts'
import { all, behind, method, request } from '../../mutants/triggers.ts'
import { runnerAt, tryRunner } from './trial.ts'

const afterHead = on(
  behind((earlier) => earlier.method === 'HEAD'),
  failing(500),
)

/** The line that is told of what is found when these requests are sent. */
async function lineOf(change: Change, make: (ask: (name: string) => Send) => Session): Promise<string> {
  const { findings } = await tryRunner(change, async (runner) => {
    const token = runner.callers[0]?.mark
    await runner.run([make((name) => ({ ask: { request: runner.write(name, '/plants', { token }) } }))])
  })
  return findings[0]?.curl ?? ''
}

test('pieces that have nothing to do with it are put together', async () => {
  const line = await lineOf(on(method('HEAD'), failing(500)), (ask) => [{ ...ask('HEAD'), cut: [0, 20, 40] }])
  assert.match(line, /^curl /)
})

test('the order of the requests is kept where that shows it, though others are simultaneous', async () => {
  const line = await lineOf(afterHead, (ask) => [
    ask('HEAD'),
    ask('GET'),
    { ...ask('GET'), on: 1, wait: false },
    ask('GET'),
  ])
  assert.match(line, /HEAD[^]*GET/)
})

test('what is unusual about a request before it is left out, too', async () => {
  const line = await lineOf(afterHead, (ask) => {
    const { ask: head } = ask('HEAD')
    const unusual = { request: withFields(head.request, [['X-Note', 'one']]), simpler: () => [head] }
    return [{ ask: unusual }, ask('GET')]
  })
  assert.match(line, /HEAD[^]*GET/)
  assert.doesNotMatch(line, /X-Note/)
})

test('what is sent behind it on the same connection is kept where that shows it', async () => {
  const whileAnother = request(({ together }) => together > 1)
  const line = await lineOf(on(all(method('HEAD'), whileAnother), failing(500)), (ask) => [
    { ...ask('HEAD'), wait: false },
    { ...ask('GET'), wait: false },
    ask('GET'),
    ask('GET'),
  ])
  assert.match(line, /HEAD[^]*GET/)
  assert.equal(line.split('printf').length - 1, 2, line)
})

test('of many parameters and fields, those are left that show it', async () => {
  const { findings } = await tryRunner(
    on(
      request(({ query, headers }) => query.has('x7') && query.has('x90') && 'x-note-3' in headers),
      failing(500),
    ),
    async (runner) => {
      const names = Array.from({ length: 120 }, (_, at) => `x${at}=1`)
      const fields = [1, 2, 3, 4].map((at): readonly [string, string] => [`X-Note-${at}`, 'y'])
      const token = runner.callers[0]?.mark
      await runner.askAll([{ request: runner.write('GET', `/plants?${names.join('&')}`, { token, fields }) }])
    },
  )
  const { target, fields } = findings[0]?.exchange?.request ?? { target: '', fields: [] }
  assert.equal(target, '/plants?x7=1&x90=1')
  assert.deepEqual(
    fields.filter(([name]) => name.startsWith('X-Note')),
    [['X-Note-3', 'y']],
  )
})

test('the end of the connection is still asked for where it is awaited', async () => {
  const response = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\nsurplus'
  await using server = await serveSockets((socket) => socket.on('data', () => socket.end(response)))
  const { runner, collector } = runnerAt(server.url)
  const fields = ['Connection: close', 'X-Note: y'].map((line) => line.split(': ') as [string, string])
  const simpler = (): Wanted[] => [{ request: runner.write('GET', '/plants') }]
  await runner.run([
    [{ ask: { request: runner.write('GET', '/plants', { fields }), simpler }, seenToEnd: true }],
  ])
  const found = collector.findings.find(({ rule }) => rule === 'answers-are-well-framed')
  assert.match(found?.curl ?? '', /Connection: close/)
  assert.doesNotMatch(found?.curl ?? '', /X-Note/)
})

test('a request that gets no response is sent again without the others', async () => {
  const response = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'
  await using server = await serveSockets((socket) =>
    socket.on('data', (bytes) => String(bytes).startsWith('HEAD') || socket.write(response)),
  )
  const { runner, collector } = runnerAt(server.url)
  await runner.run([['GET', 'HEAD'].map((name) => ({ ask: { request: runner.write(name, '/plants') } }))])
  const found = collector.findings.find(({ rule }) => rule === 'answers-every-request')
  assert.match(found?.curl ?? '', /^curl -si -I /)
})
