/** The whole harness as people run it: its own service, bad surroundings. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { startOwnService } from '../../src/own-service.ts'
import { deadAddress, serve, serveSockets, token } from './bench.ts'
import { runMarked, startMarked } from './marked-process.ts'

const quick = ['--budget', 'quick']

/** Whoever asks next is told that connections end, or that there are none, or waits in vain: by chance. */
const death =
  /stopped (?:taking connections|answering)|no connection could be made|connection was (?:refused|closed|broken)|without a whole answer|no answer/i

const noFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full here'

/** Gives the rest of the line its own view of the file system, in which the directory is a disk of one MiB. */
const mountSmallDisk = [
  'unshare',
  '--mount',
  '--map-root-user',
  'sh',
  '-c',
  'mount -t tmpfs -o size=1m none "$0" && exec "$@"',
]
const noMount =
  spawnSync('unshare', [...mountSmallDisk.slice(1), tmpdir(), 'true']).status === 0
    ? false
    : 'no disk can be mounted here'

test('our own service conforms; the reports are there, and nothing is left behind', async () => {
  await using directory = await temporaryDirectory()
  const started = startMarked([...quick, '--report', directory.path])
  const { code, stdout, stderr } = await started.ended
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /^The service keeps the contract/)
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
  test('the service hangs', async () => {
    await using silent = await serveSockets(() => {})
    const { code, stdout } = await runMarked(['check', silent.url, ...quick])
    assert.equal(code, 2)
    assert.match(stdout, /takes connections but does not answer in time/)
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
  test('the token is wrong', async () => {
    await using own = await startOwnService()
    const { code, stdout } = await runMarked(['check', own.known.url, ...quick, '--token', token])
    assert.equal(code, 2, stdout)
    assert.match(stdout, /^The token given was not accepted \(401\)\. Give one that is\.\n/)
  })
  test('Python is missing', async () => {
    const { code, stdout } = await runMarked(quick, { CONFORMANCE_PYTHON: '/nowhere/python3' })
    assert.equal(code, 2, stdout)
    assert.match(stdout, /^schemathesis could not judge: .*Python/)
  })
  test('the output has no room: 2', { skip: noFullDevice }, async () => {
    const full = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
    const { code, stderr } = await runMarked(['rules'], {}, full)
    assert.equal(code, 2)
    assert.equal(stderr, 'The output could not be written: no space is left.\n')
  })
  test('the disk of the reports is full: 2', { skip: noMount }, async () => {
    await using directory = await temporaryDirectory()
    await mkdir(join(directory.path, 'small'))
    const own = [...mountSmallDisk, join(directory.path, 'small')]
    const { code, stdout, stderr } = await runMarked(
      [...quick, '--report', join(directory.path, 'small')],
      {},
      own,
    )
    assert.equal(code, 2, stderr)
    assert.match(stdout, /^The service keeps the contract/)
    assert.match(stderr, /^The reports can't be written to .*small: there is no space left\.\n$/)
  })
})

test('the same seed tells the same story', async () => {
  // One after the other: on a busy machine two at once might not come to their ends in time.
  assert.deepEqual(await tellStory(), await tellStory())
})

async function tellStory(): Promise<unknown> {
  await using directory = await temporaryDirectory()
  await runMarked([...quick, '--seed', '5', '--report', directory.path])
  const report = JSON.parse(await readFile(join(directory.path, 'report.json'), 'utf8')) as {
    outcome: string
    rules: readonly { id: string; kept: number; refused: number | null }[]
  }
  return [report.outcome, report.rules.map(({ id, kept, refused }) => [id, kept > 0, (refused ?? 0) > 0])]
}
