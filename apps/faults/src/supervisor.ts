/** Runs the service under a supervisor, which starts it again whenever it was not the supervisor that ended it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serviceEnvironment, until } from '@plant-store/testkit'

/** How the service is run. */
export interface ServiceOptions {
  /** Values of settings, by name, such as `requestTimeoutMs`. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Flags of Node. */
  readonly flags?: readonly string[]
  /** The service's limit of descriptors. */
  readonly descriptors?: number
  /** The file for its log. */
  readonly log?: string
}

const main = fileURLToPath(new URL('../../api/src/main.ts', import.meta.url))
const unit = fileURLToPath(new URL('../../api/deploy/systemd/plant-store.service', import.meta.url))

/** How long our unit for systemd waits before it starts the service again, in milliseconds. */
export const restartDelayMs = Number(/^RestartSec=(\d+)$/m.exec(readFileSync(unit, 'utf8'))?.[1]) * 1000

/** Below the system's ephemeral ports, so that no client takes the service's port while it is down; never the same. */
const [publicPorts, operatorPorts, count] = [20_000, 26_000, 6000]

/** A started service. The caller must dispose of it, which drains it. */
export class Supervisor implements AsyncDisposable {
  readonly port: number
  readonly operatorPort: number
  /** How often the service was started again. */
  restarts = 0
  readonly #arguments: readonly string[]
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess
  #isOver = false

  private constructor(ports: readonly [number, number], database: string, options: ServiceOptions) {
    const { settings = {}, flags = [], descriptors = 0, log = '/dev/null' } = options
    const [port, operatorPort] = ports
    this.port = port
    this.operatorPort = operatorPort
    const limit = descriptors > 0 ? `ulimit -n ${descriptors}; ` : ''
    this.#arguments = ['-c', `${limit}exec "$@" >>"$0"`, log, process.execPath, ...flags, main, 'serve']
    this.#environment = serviceEnvironment({ database, port, operatorPort, ...settings })
    this.#child = this.#spawn()
  }

  /** Starts the service; resolves once it is ready. */
  static async start(database: string, options: ServiceOptions = {}): Promise<Supervisor> {
    const service = new Supervisor(
      [await findPort(publicPorts), await findPort(operatorPorts)],
      database,
      options,
    )
    try {
      await service.untilReady()
    } catch (error) {
      // Otherwise it would be started again without end.
      await service[Symbol.asyncDispose]()
      throw error
    }
    return service
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async untilReady(): Promise<void> {
    await until('the service is ready', () => this.#isReady())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null || signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exited
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.operatorPort}/readyz`)).ok
    } catch {
      return false
    }
  }

  #spawn(): ChildProcess {
    const child = spawn('sh', this.#arguments, {
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const killLeftover = (): void => void child.kill('SIGKILL')
    process.once('exit', killLeftover)
    child.once('exit', () => {
      process.off('exit', killLeftover)
      if (!this.#isOver) void this.#startAgain()
    })
    return child
  }

  async #startAgain(): Promise<void> {
    await delay(restartDelayMs)
    if (this.#isOver) return
    this.restarts += 1
    this.#child = this.#spawn()
  }
}

async function findPort(from: number): Promise<number> {
  let port = 0
  await until('a port is free', async () => {
    port = from + Math.floor(Math.random() * count)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ])
    server.close()
    return isFree
  })
  return port
}
