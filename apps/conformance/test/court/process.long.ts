/** The whole harness in bad surroundings that take their time, and twice with the same seed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { startOwnService } from '../../src/own-service.ts'
import { serveSockets, token } from './bench.ts'
import { runMarked } from './marked-process.ts'

const quick = ['--budget', 'quick']

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

describe('surroundings that fail end with 2 and a sentence', () => {
  test('the service hangs', async () => {
    await using silent = await serveSockets(() => {})
    const { code, stdout } = await runMarked(['check', silent.url, ...quick])
    assert.equal(code, 2)
    assert.match(stdout, /takes connections but does not answer in time/)
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
