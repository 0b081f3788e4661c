/**
 * Workers that can't start, and ends that leave no worker behind: only this finds a worker that outlives its primary
 * process, or a service that gives up, or never gives up, on workers that fail. Workers that die or hang are two of `pnpm faults`.
 */
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  eventually,
  makeWorld,
  type Service,
  smallWorld,
  startService,
  temporaryDirectory,
  type World,
} from '@plant-store/testkit'
import { preload } from '../command/place.ts'
import { assertReadiness, connectToEach } from './each-worker.ts'

const serve = [
  process.execPath,
  fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
  'serve',
] as const

describe('workers', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let world: World<'ana' | 'ben' | 'cleo'>

  before(async () => {
    directory = await temporaryDirectory()
    world = await makeWorld(directory.path, smallWorld)
  })
  after(() => directory.remove())

  const start = (settings: Record<string, number | string> = {}): Promise<Service> =>
    startService({ settings: { database: world.database, workers: 2, ...settings } })

  for (const [how, end] of [
    [
      'a second signal ends the service at once',
      async (service: Service) => {
        service.signal('SIGTERM')
        await service.waitForLog(({ msg }) => msg === 'draining')
        service.signal('SIGTERM')
        assert.equal((await service.exited).signal, 'SIGTERM')
      },
    ],
    ['kill -9 of the primary process ends the service', (service: Service) => service.kill()],
  ] as const) {
    test(`${how}, with all workers`, async () => {
      const service = await start({ drainDelayMs: 600_000 })
      const workers = service.logs().filter(({ msg }) => msg === 'worker ready')
      assert.equal(workers.length, 2)
      await end(service)
      for (const { pid } of workers) assert.ok(await eventually(() => isGone(Number(pid)), Boolean))
    })
  }

  test('workers that cannot start are retried as long as one answers, and end the service when none does', async () => {
    const spoiled = join(directory.path, 'spoiled')
    const spoil = `import { existsSync } from 'node:fs'
      if (process.argv[2] === 'worker' && existsSync(${JSON.stringify(spoiled)})) process.exit(9)`
    const [name, value] = Object.entries(preload(spoil))[0] ?? []
    const command = ['/usr/bin/env', `${name}=${value}`, ...serve] as const
    const settings = { database: world.database, workers: 2, drainDelayMs: 0 }
    await using service = await startService({ settings, command })
    const [first, second] = await connectToEach(service, 2)
    assert.ok(first && second)
    await writeFile(spoiled, '')
    process.kill(first.pid, 'SIGKILL')
    const failed = (): number => service.logs().filter(({ code }) => code === 9).length
    // More than the service would tolerate if no worker answered.
    await service.waitForLog(() => failed() >= 6)
    assert.match(await second.ask(world.users.ben.token), /^200/)
    await assertReadiness(service, { ready: 1, wanted: 2 })
    await rm(spoiled)
    await service.waitForLog(({ msg, worker }) => msg === 'worker ready' && Number(worker) > 2)

    await writeFile(spoiled, '')
    for (const { pid } of await connectToEach(service, 2)) process.kill(pid, 'SIGKILL')
    const { code, stderr } = await service.exited
    assert.deepEqual([code, stderr], [12, 'A worker ended before it answered requests (exit code 9).\n'])
  })
})

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
