/**
 * How a check ends when it is told to, once or several times, and when the harness itself fails. Only this finds
 * processes that outlive it, a signal that is not heard, and a pass of a program that did not get to its verdict.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventually, temporaryDirectory } from '@plant-store/testkit'
import { deadAddress, serve } from '../serve.ts'
import { token } from './bench.ts'
import { runMarked, startMarked } from './marked-process.ts'

const noPipe = spawnSync('mkfifo', ['--version']).status === 0 ? false : 'no named pipe can be made here'

// The processes only start and wait, so they can do that side by side.
describe('interrupted', { concurrency: true }, () => {
  test('by SIGHUP in the middle of a check, it ends with 129 and leaves no process', async () => {
    const { promise: reached, resolve } = Promise.withResolvers<undefined>()
    let count = 0
    // The server answers slowly, so that every checker is at work when the signal comes.
    await using server = await serve((_request, response) => {
      count += 1
      if (count >= 60) resolve(undefined)
      setTimeout(() => response.end('[]'), 20)
    })
    const started = startMarked(['check', server.url, '--token', token])
    await reached
    started.child.kill('SIGHUP')
    const { code, stdout, stderr } = await started.ended
    assert.deepEqual([code, stdout, stderr], [129, '', 'Interrupted: nothing may be concluded.\n'])
    assert.deepEqual(await started.leftovers(), [])
  })
  for (const [when, count, again] of [
    ['while our own service starts', 1, false],
    // When the second process starts, the service is up and a checker is at work.
    ['twice at once, as by a program that passes the signal on', 2, true],
  ] as const)
    test(`${when}, it ends the service as well, and cleans up`, async () => {
      await using directory = await temporaryDirectory()
      const started = startMarked(['--own', '--budget', 'deep'], {
        NODE_DEBUG: 'child_process',
        TMPDIR: directory.path,
      })
      await spawned(started.child, count)
      started.child.kill('SIGINT')
      if (again) {
        await delivered(started.child)
        started.child.kill('SIGINT')
      }
      const { code } = await started.ended
      assert.equal(code, 130)
      assert.deepEqual(await readdir(directory.path), [])
      assert.deepEqual(await started.leftovers(), [])
    })
  for (const [what, more] of [
    ['a third signal ends it at once', ['SIGHUP', 'SIGINT']],
    ['the first signal ends it after some time', []],
  ] as const) {
    test(`while a read hangs: ${what}`, { skip: noPipe }, async () => {
      await using directory = await temporaryDirectory()
      const pipe = join(directory.path, 'world.json')
      spawnSync('mkfifo', [pipe])
      const started = startMarked(['check', await deadAddress(), '--world', pipe])
      // Opens as soon as the command reads; nothing is ever written.
      await using writer = await open(pipe, 'w')
      started.child.kill('SIGTERM')
      for (const signal of more) {
        await delivered(started.child)
        started.child.kill(signal)
      }
      const { stdout } = await started.ended
      assert.equal(stdout, '')
      assert.ok(writer.fd > 0)
      // A shell reports that as 128 plus the number of the signal.
      assert.equal(started.child.signalCode, more.at(-1) ?? 'SIGTERM')
    })
  }
})

/** Resolves when the command has started this many processes, as Node logs with NODE_DEBUG=child_process. */
async function spawned({ stderr }: ChildProcess, count: number): Promise<void> {
  let told = ''
  const { promise, resolve } = Promise.withResolvers<undefined>()
  stderr?.on('data', (chunk: Buffer) => {
    told += chunk.toString()
    if (told.split(': spawn ').length > count) resolve(undefined)
  })
  stderr?.once('end', () => resolve(undefined))
  await promise
}

/** Resolves when no signal is pending: pending ones would be delivered in order of number, and equal ones only once. */
async function delivered({ pid }: ChildProcess): Promise<void> {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) await sleep(100)
  else
    await eventually(
      () => readFileSync(file, 'latin1'),
      (status) => /^ShdPnd:\s*0+$/m.test(status),
    )
}

/** Code that does something as soon as the program watches for its end. */
const whenWatching = (happen: string): string =>
  `process.once('newListener', function watch(name) {
    if (name === 'uncaughtException') setImmediate(() => { ${happen} }); else process.once('newListener', watch)
  })`

describe('a fault of the harness ends with 2 and is reported as one', { concurrency: true }, () => {
  const loose = "new Error('a screw came loose')"
  const told = /^This is a fault of the harness, not of the service\..*\nError: a screw came loose\n/
  const hide = `import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => next(name === 'commander' ? 'not-there' : name, context) })`
  for (const [what, code, due, ...words] of [
    ['thrown where nothing catches it', whenWatching(`throw ${loose}`), told],
    [
      'as JSON if that was asked for',
      whenWatching('throw null'),
      /^\{"error":\{"message":"This is a fault of the harness.*null"\}\}\n$/,
      '--json',
    ],
    ['a package is missing', hide, /^A part of the harness is missing.* Try: pnpm install\n.*'not-there'/],
  ] as const)
    test(what, async () => {
      const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(code)}`
      const ended = await runMarked(['rules', ...words], { NODE_OPTIONS })
      assert.equal(ended.code, 2, ended.stderr)
      assert.match(ended.stderr, due)
    })
})

describe('a program that ends before there is a verdict ends with 2', () => {
  for (const program of ['src/main.ts', 'mutants/main.ts'])
    test(`${program}: because nothing is left to wait for`, () => {
      const waiting = `data:text/javascript,${encodeURIComponent(`
        import { registerHooks } from 'node:module'
        const source = 'await new Promise(() => {})'
        registerHooks({ load: (url, context, next) =>
          url.endsWith('command.ts') ? { format: 'module', source, shortCircuit: true } : next(url, context) })`)}`
      const file = fileURLToPath(new URL(`../../${program}`, import.meta.url))
      assert.equal(spawnSync(process.execPath, ['--import', waiting, file]).status, 2)
    })
})
