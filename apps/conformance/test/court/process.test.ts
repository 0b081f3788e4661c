/** The whole harness as people run it: its own service, bad surroundings. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { deadAddress, serve, serveSockets } from './bench.ts'
import { runMarked, startMarked } from './marked-process.ts'

const quick = ['--budget', 'quick']

/** Whoever asks next is told that connections end, or that there are none, or waits in vain: by chance. */
const death =
  /stopped (?:taking connections|answering)|no connection could be made|connection was (?:refused|closed|broken)|without a whole answer|no answer/i

const noFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full here'

test('our own service conforms; the reports are there, and nothing is left behind', async () => {
  await using directory = await temporaryDirectory()
  const started = startMarked([...quick, '--report', directory.path])
  const { code, stdout, stderr } = await started.ended
  assert.equal(code, 0, stdout + stderr)
  // On a busy machine time may be up before all is seen.
  assert.match(stdout, /^(?:The service keeps the contract|No breach was seen)/)
  assert.deepEqual(await started.leftovers(), [])
  const names = await readdir(directory.path)
  for (const name of ['report.html', 'report.json', 'junit.xml', 'traffic.har', 'summary.md'])
    assert.ok(names.includes(name))
})

describe('surroundings that fail end with 2, or 1 where a breach was seen, and a sentence', () => {
  test('the service is down', async () => {
    const { code, stdout } = await runMarked(['check', await deadAddress(), ...quick])
    assert.equal(code, 2)
    assert.match(stdout, /^Nothing answers at http:.*: the connection was refused\./)
  })
  test('the service speaks another protocol: 1', async () => {
    await using odd = await serveSockets((socket) => socket.end('SSH-2.0-plants\r\n'))
    const { code, stdout } = await runMarked(['check', odd.url, ...quick])
    assert.equal(code, 1)
    assert.match(stdout, /^The service breaks the contract/)
  })
  test('the service dies midway: never 0, and the death is told', async () => {
    let count = 0
    const dying = await serve((_request, response) => {
      count += 1
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":1,"message":"x"}')
      if (count === 20) void dying[Symbol.asyncDispose]()
    })
    const { code, stdout } = await runMarked(['check', dying.url, ...quick, '--only', 'given'])
    assert.ok(code === 1 || code === 2, stdout)
    assert.match(stdout, death)
  })
  test('the output has no room: 2', { skip: noFullDevice }, async () => {
    const full = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
    const { code, stderr } = await runMarked(['rules'], {}, full)
    assert.equal(code, 2)
    assert.equal(stderr, 'The output could not be written: no space is left.\n')
  })
})
