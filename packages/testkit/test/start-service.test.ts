/** What a test may rely on when it starts a service. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Service, type ServiceOptions, startService, until } from '@plant-store/testkit'

const program = fileURLToPath(new URL('program.ts', import.meta.url))

type Options = Omit<ServiceOptions, 'command'>

const start = (behaviour: string, options: Options = {}): Promise<Service> =>
  startService({ ...options, command: [process.execPath, program, behaviour] })

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

describe('startService', () => {
  it('passes settings in the environment, and none from its own environment', async () => {
    process.env['PLANT_STORE_TOKEN'] = 'of the person who runs the tests'
    await using service = await start('serve', { settings: { database: 'a.db', requestTimeoutMs: 300 } })
    delete process.env['PLANT_STORE_TOKEN']
    const { settings } = await service.waitForLog(({ msg }) => msg === 'settings')
    assert.deepEqual(settings, {
      PLANT_STORE_DATABASE: 'a.db',
      PLANT_STORE_REQUEST_TIMEOUT_MS: '300',
      PLANT_STORE_PORT: '0',
      PLANT_STORE_OPERATOR_PORT: '0',
      PLANT_STORE_DRAIN_DELAY_MS: '0',
      PLANT_STORE_LOG_FORMAT: 'json',
    })
  })

  it('rejects with the standard error of a program that ends before it listens', async () => {
    await assert.rejects(start('fail'), /program\.ts fail did not start \(exit code 3\): the port is taken/)
  })

  it('rejects when the program does not listen in time, and leaves nothing running', async () => {
    const started: ChildProcess[] = []
    subscribe('child_process', (message) => {
      started.push((message as { process: ChildProcess }).process)
    })
    await assert.rejects(start('silent', { timeoutMs: 1 }), /program\.ts silent did not start \(SIGKILL\)/)
    const [pid] = started.map((child) => child.pid)
    assert.ok(pid !== undefined && isGone(pid))
  })

  it('rejects at once when the signal is aborted while it starts, and leaves nothing running', async () => {
    const ending = new AbortController()
    const pids: (number | undefined)[] = []
    subscribe('child_process', (message) => {
      const { process: child } = message as { process: ChildProcess }
      child.once('spawn', () => {
        pids.push(child.pid)
        ending.abort()
      })
    })
    await assert.rejects(start('silent', { signal: ending.signal }), /silent did not start \(SIGKILL\)/)
    const [pid] = pids
    assert.ok(pid !== undefined && isGone(pid))
    await assert.rejects(start('serve', { signal: ending.signal }), { name: 'AbortError' })
    assert.equal(pids.length, 1, 'nothing is started when it is aborted already')
  })
})

describe('a service', () => {
  it('stops at SIGTERM, and says how it ended', async () => {
    const service = await start('serve')
    assert.deepEqual(await service.stop(), { code: 0, signal: null, stderr: '' })
    assert.deepEqual(await service.stop(), await service.exited, 'a second time does no harm')
  })

  it('is killed when it does not stop, and the test is told', async ({ mock }) => {
    const service = await start('stubborn', { timeoutMs: 60_000 })
    mock.timers.enable({ apis: ['setTimeout'] })
    const stopped = assert.rejects(service.stop(), /did not end within 60000 ms of SIGTERM/)
    await service.waitForLog(({ msg }) => msg === 'draining')
    mock.timers.tick(60_000)
    await stopped
    assert.ok(isGone(service.pid))
  })

  it('does not outlive the test run', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'leave'])
    // The signal has been sent; the process table follows a little later.
    await until('the service is gone', () => isGone(Number(stdout)))
  })
})

describe('the log of a service', () => {
  it('is not awaited forever', async ({ mock }) => {
    await using service = await start('serve', { timeoutMs: 60_000 })
    mock.timers.enable({ apis: ['setTimeout'] })
    const never = service.waitForLog(({ msg }) => msg === 'never')
    const passing = setInterval(() => mock.timers.tick(10_000))
    await assert.rejects(never, /No such log record within 60000 ms. The last of 2:[^]*listening/)
    clearInterval(passing)
  })

  it('is not awaited beyond the end of the program', async () => {
    const service = await start('serve')
    const never = assert.rejects(
      service.waitForLog(({ msg }) => msg === 'never'),
      /before the program ended[^]*draining/,
    )
    await service.stop()
    await never
  })
})
