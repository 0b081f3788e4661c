/** The service with its log where a test wants it: a file, a device, a pipe with a stalled reader. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { until } from '@plant-store/testkit'

/** A running service. `await using` kills it. */
export interface LoggedService extends AsyncDisposable {
  readonly child: ChildProcess
  readonly port: number
  readonly operatorUrl: string
  /** Sends SIGTERM and resolves to the exit code; rejects if the service still runs after `timeoutMs`. */
  stop(timeoutMs: number): Promise<number | null>
}

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

/** Resolves when the service answers. `stdout` is a descriptor, or `pipe`: a socket whose other end is `child.stdout`. */
export async function startLogged(database: string, stdout: number | 'pipe'): Promise<LoggedService> {
  const port = await freePort()
  const operatorPort = await freePort()
  const own = ['--database', database, '--log-format', 'json', '--drain-delay-ms', '0']
  const ports = ['--port', String(port), '--operator-port', String(operatorPort)]
  const child = spawn(process.execPath, [main, 'serve', ...own, ...ports], {
    stdio: ['ignore', stdout, 'inherit'],
  })
  const exited = once(child, 'exit')
  const operatorUrl = `http://127.0.0.1:${operatorPort}`
  const dispose = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  try {
    const early = exited.then(() => {
      throw new Error('The service ended before it answered.')
    })
    await Promise.race([untilReady(operatorUrl), early])
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    child,
    port,
    operatorUrl,
    stop: async (timeoutMs) => {
      child.kill('SIGTERM')
      const late = delay(timeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`The service did not end within ${timeoutMs} ms of SIGTERM.`)
      })
      await Promise.race([exited, late])
      return child.exitCode
    },
    [Symbol.asyncDispose]: dispose,
  }
}

/** If the log can't be read, the service can't say which port it took, so a port is chosen for it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Only asking again tells when it listens. */
const untilReady = (operatorUrl: string): Promise<void> =>
  until('the service is ready', () =>
    fetch(`${operatorUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
