/** The harness as people run it, as a process: what it leaves behind, and how it copes with a bad environment. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import { serve } from '../serve.ts'
import { runMarked, startMarked } from './marked-process.ts'

const quick = ['--budget', 'quick']

/** The next request sees its connection end, gets no connection, or waits in vain: which one is chance. */
const death =
  /stopped (?:accepting connections|answering)|no connection could be made|connection was (?:refused|closed|broken)|without a whole answer|no answer/i

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const withGoodChecker = fileURLToPath(new URL('with-good-checker.ts', import.meta.url))

/** Runs the rest of the line with its own view of the file system, in which the directory is a disk of 16 KiB. */
const mountSmallDisk = [
  'unshare',
  '--mount',
  '--map-root-user',
  'sh',
  '-c',
  'mount -t tmpfs -o size=16k none "$0" && exec "$@"',
]
const noMount =
  spawnSync('unshare', [...mountSmallDisk.slice(1), tmpdir(), 'true']).status === 0
    ? false
    : 'no disk can be mounted here'

const noFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full here'

test('our own service is started and ended with the check: nothing is left behind', async () => {
  const started = startMarked(['--own'], {}, [], withGoodChecker)
  const { code, stdout, stderr } = await started.ended
  assert.equal(code, 0, stdout + stderr)
  assert.deepEqual(await started.leftovers(), [])
})

/** Replaces every module whose address ends like this with the source. */
const withModule = (end: string, source: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) =>
      url.endsWith('${end}') ? { format: 'module', source: '${source}', shortCircuit: true } : next(url, context) })`)}`

describe('a program that ends before there is a verdict ends with 2', () => {
  for (const [what, program] of [
    ['check', main],
    ['mutants', fileURLToPath(new URL('../../mutants/main.ts', import.meta.url))],
  ] as const) {
    test(`${what}: because nothing is left to wait for`, () => {
      const hooks = withModule('command.ts', 'await new Promise(() => {})')
      assert.equal(spawnSync(process.execPath, ['--import', hooks, program]).status, 2)
    })
  }
})

describe('an environment that fails leads to 2, or to 1 if a breach was seen, and to a sentence', () => {
  test('the service dies midway: never 0, and the death is reported', async () => {
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
  for (const word of ['rules', '--help']) {
    test(`there is no space for the output of ${word}: 2`, { skip: noFullDevice }, async () => {
      const full = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
      const { code, stderr } = await runMarked([word], {}, full)
      assert.equal(code, 2)
      assert.equal(stderr, 'The output could not be written: no space is left.\n')
    })
    test(`the reader of the output of ${word} has had enough: 0, and not a word`, async () => {
      const child = spawn(process.execPath, [main, word], { stdio: ['ignore', 'pipe', 'pipe'] })
      child.stdout.destroy()
      const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
      assert.deepEqual([child.exitCode, said], [0, ''])
    })
  }
  test('the disk of the reports is full: 2', { skip: noMount }, async () => {
    await using directory = await temporaryDirectory()
    await using server = await serve((_request, response) => response.end('[]'))
    const small = join(directory.path, 'small')
    await mkdir(small)
    const words = ['check', server.url, ...quick, '--report', small]
    const { code, stdout, stderr } = await runMarked(words, {}, [...mountSmallDisk, small], withGoodChecker)
    assert.equal(code, 2, stderr)
    assert.match(stdout, /^The service keeps the contract/)
    assert.match(stderr, /^The reports can't be written to .*small: there is no space left\.\n$/)
  })
})
