/** A thread that ends, however it ends, leaves nobody waiting, and what is asked for next gets another one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Thread } from '../../src/prism/thread.ts'

function threadOf(program: string): Thread {
  const whole = `import { parentPort } from 'node:worker_threads'; ${program}`
  return new Thread(new URL(`data:text/javascript,${encodeURIComponent(whole)}`))
}

test('an order to a thread that ends without a word is an error', { timeout: 20_000 }, async () => {
  const thread = threadOf("parentPort.once('message', () => process.exit(0))")
  await assert.rejects(thread.run('open', undefined), /ended/)
})

test('what is asked for while a thread is ending is done by the next one', { timeout: 20_000 }, async () => {
  const thread = threadOf(`parentPort.on('message', ({ id, name }) => {
    if (name === 'fail') throw new Error('It fails.')
    parentPort.postMessage({ id, result: 'done' })
  })`)
  const next = thread.run('fail', undefined).catch(() => thread.run('work', undefined))
  assert.equal(await next, 'done')
})
