/** A log with a stalled or slow reader hides no error at the start of the service, and does not delay its end. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeWorld, smallWorld, temporaryDirectory } from '@plant-store/testkit'
import { fillLogPipe, makeLogPipe } from './storm/log-pipe.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

test("the operator's port is taken, and nobody reads the log", async () => {
  await using place = await temporaryDirectory()
  const { database } = await makeWorld(place.path, smallWorld)
  const { reader, writer } = await makeLogPipe(place.path)
  await using stack = new AsyncDisposableStack()
  for (const end of [reader, writer]) stack.use(end)
  fillLogPipe(place.path)
  const other = stack.use(createServer().listen(0, '127.0.0.1'))
  await once(other, 'listening')
  const address = other.address()
  const taken = String(typeof address === 'object' ? address?.port : '')
  // The log reports ready workers before the operator's port is opened.
  const flags = ['--database', database, '--port', '0', '--operator-port', taken, '--workers', '2']
  const child = spawn(process.execPath, [main, 'serve', ...flags], { stdio: ['ignore', writer.fd, 'pipe'] })
  assert.ok(child.stderr)
  const ended = once(child, 'close')
  const said = await text(child.stderr)
  await ended
  assert.deepEqual([child.exitCode, said.includes('in use')], [10, true], said)
})

test('a reader that always takes a little does not get more time for all lines than for one', async () => {
  const output = new URL('../../src/http/log/log-output.ts', import.meta.url).href
  const script = `import { LogOutput } from '${output}'
    const output = new LogOutput({ dropped() {}, recovered() {} })
    for (let batch = 0; batch < 128; batch += 1) output.write('x'.repeat(32_767) + '\\n')
    process.exit((await output.flush(1000)) ? 1 : 0)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  // At most 64 KiB each time: all 4 MiB take more than 6 s.
  for await (const _ of child.stdout) await delay(100)
  assert.deepEqual(await ended, [0, null], 'flush waited until everything was written')
})
