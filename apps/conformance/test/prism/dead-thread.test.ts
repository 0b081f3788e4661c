/** A thread that ends, however it ends, leaves nobody waiting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Thread } from '../../src/prism/thread.ts'

test('an order to a thread that ends without a word is an error', { timeout: 20_000 }, async () => {
  const program =
    "import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => process.exit(0))"
  const thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  await assert.rejects(thread.run('open', undefined), /ended/)
})
