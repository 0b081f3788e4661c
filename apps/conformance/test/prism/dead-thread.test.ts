/** However a thread ends, no command is left waiting, and the next command gets a new thread. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Thread } from '../../src/prism/thread.ts'

function threadOf(program: string): Thread {
  const whole = `import { parentPort } from 'node:worker_threads'; ${program}`
  return new Thread(new URL(`data:text/javascript,${encodeURIComponent(whole)}`))
}

test('a command to a thread that ends without replying is an error', { timeout: 20_000 }, async () => {
  const thread = threadOf("parentPort.once('message', () => process.exit(0))")
  await assert.rejects(thread.run('open', undefined), /ended/)
})

test('a command given while a thread is ending goes to the next one', { timeout: 20_000 }, async () => {
  const thread = threadOf(`parentPort.on('message', (commands) => {
    if (commands.some(({ name }) => name === 'fail')) throw new Error('It fails.')
    parentPort.postMessage(commands.map(({ id }) => ({ id, result: 'done' })))
  })`)
  const next = thread.run('fail', undefined).catch(() => thread.run('work', undefined))
  assert.equal(await next, 'done')
})

test('a command given with one that ends its thread is an error, once', { timeout: 20_000 }, async () => {
  const thread = threadOf(`let count = 0
  parentPort.on('message', (commands) => {
    if (commands.some(({ name }) => name === 'fail')) throw new Error('It fails.')
    count += commands.length
    parentPort.postMessage(commands.map(({ id }) => ({ id, result: count })))
  })`)
  const both = await Promise.allSettled([thread.run('fail', undefined), thread.run('work', undefined)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await thread.run('work', undefined), 1)
})
