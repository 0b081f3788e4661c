/** Workers that take their time before they listen, for example because an operator has Node import something first. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeWorld, smallWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import { preload } from '../command/place.ts'
import { assertReadiness } from './each-worker.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Variables that make every worker run this code before it loads the program. */
const first = (code: string): ReturnType<typeof preload> =>
  preload(`if (process.argv[2] === 'worker') { ${code} }`)

describe('workers that are slow to listen', { concurrency: true }, () => {
  test('are told how to start once they listen', async () => {
    await using directory = await temporaryDirectory()
    const { database } = await makeWorld(directory.path, smallWorld)
    const wait = first('await new Promise((resolve) => setTimeout(resolve, 200))')
    await using service = await startService({
      settings: { database, workers: 2 },
      command: ['env', `NODE_OPTIONS=${wait['NODE_OPTIONS']}`, process.execPath, main, 'serve'],
    })
    await assertReadiness(service, { ready: 2, wanted: 2 })
  })

  test('are not waited for if the service is told to end', async () => {
    await using directory = await temporaryDirectory()
    const { database } = await makeWorld(directory.path, smallWorld)
    const never = first(`process.stderr.write('here '); await new Promise(() => setInterval(() => {}, 1e6))`)
    const words = ['serve', '--database', database, '--workers', '2', '--port', '0', '--operator-port', '0']
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...process.env, ...never },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    const stdout = text(child.stdout)
    await Promise.race([once(child.stderr, 'data'), closed])
    child.kill('SIGTERM')
    assert.deepEqual([...(await closed), await stdout], [0, null, ''])
  })
})
