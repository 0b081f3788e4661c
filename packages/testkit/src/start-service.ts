/** Starts the service, or another program that announces itself in the same way, as a process of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { patienceMs } from '@plant-store/gate/patience'
import { type LogRecord, ProgramLog } from './program-log.ts'

/** What to start, and how. */
export interface ServiceOptions {
  /** Settings of the service, such as `{ database: file, requestTimeoutMs: 300 }`; ports and the drain delay are 0 unless given. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
  /** Program and arguments, where something other than the service of this repository is to be started. */
  readonly command?: readonly [program: string, ...args: string[]]
  /** Whether what it logs is kept; otherwise it is read and thrown away from when it listens. Kept unless said otherwise. */
  readonly keepsLog?: boolean
  /** How long the program may take until it listens, and any log record until it comes. */
  readonly timeoutMs?: number
  /** If aborted while the program starts, kills it, and the start rejects. Once it listens, stop it instead. */
  readonly signal?: AbortSignal | undefined
}

/** How a program ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** A running service. Stop it, kill it, or let `await using` stop it. */
export interface Service extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  readonly port: number
  /** Empty, with port 0, where the program has no operator's listener. */
  readonly operatorUrl: string
  readonly operatorPort: number
  readonly exited: Promise<Exit>
  logs(): readonly LogRecord[]
  /** Resolves to the first record, past or future, that fits. Rejects when none comes in time. */
  waitForLog(fits: (record: LogRecord) => boolean): Promise<LogRecord>
  signal(name: NodeJS.Signals): void
  /** Sends SIGTERM and waits for the end. A program still running after the timeout is killed; then this rejects. */
  stop(): Promise<Exit>
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<Exit>
}

const serviceMain = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url))

/**
 * Resolves when the program has written its `listening` record. Rejects with its standard error when it ends before
 * that, or takes too long; nothing is left running then.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { command = [process.execPath, serviceMain, 'serve'], timeoutMs = patienceMs, signal } = options
  signal?.throwIfAborted()
  const [program, ...args] = command
  const child = spawn(program, args, {
    env: serviceEnvironment(options.settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const giveUp = (): void => void child.kill('SIGKILL')
  signal?.addEventListener('abort', giveUp, { once: true })
  await once(child, 'spawn')
  const log = readLog(child)
  const exited = watchExit(child)
  try {
    const listening = await log.waitFor(({ msg }) => msg === 'listening', timeoutMs)
    // Nothing is parsed any more then, and nothing added to the log.
    if (options.keepsLog === false) child.stdout.removeAllListeners('data').resume()
    return toService(child, log, { exited, listening, timeoutMs })
  } catch (error) {
    giveUp()
    const end = await exited
    const message = `${command.join(' ')} did not start (${end.signal ?? `exit code ${end.code}`}): ${end.stderr}`
    throw new Error(message, { cause: error })
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/** The caller's environment, with the given settings in place of its own for the service and the database. */
export function serviceEnvironment(settings: ServiceOptions['settings']): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PLANT_STORE_') && name !== 'DATABASE_URL',
  )
  const given = Object.entries({
    port: 0,
    operatorPort: 0,
    // Nobody has to be told that the service is about to end.
    drainDelayMs: 0,
    logFormat: 'json',
    ...settings,
  })
  const variables = given.map(([name, value]) => [variableName(name), String(value)] as const)
  return Object.fromEntries<string | undefined>([...own, ...variables])
}

/** `requestTimeoutMs` is PLANT_STORE_REQUEST_TIMEOUT_MS. */
const variableName = (setting: string): string =>
  `PLANT_STORE_${setting.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`

function readLog(child: Child): ProgramLog {
  const log = new ProgramLog()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => log.add(line))
  lines.once('close', () => log.end())
  return log
}

async function watchExit(child: Child): Promise<Exit> {
  // A test run that ends early must not leave its services behind.
  const killLeftover = (): void => void child.kill('SIGKILL')
  process.once('exit', killLeftover)
  const { promise, resolve } = Promise.withResolvers<Omit<Exit, 'stderr'>>()
  child.once('close', (code, signal) => resolve({ code, signal }))
  const [stderr, end] = await Promise.all([text(child.stderr), promise])
  process.off('exit', killLeftover)
  return { ...end, stderr }
}

interface Started {
  readonly exited: Promise<Exit>
  readonly listening: LogRecord
  readonly timeoutMs: number
}

function toService(child: Child, log: ProgramLog, { exited, listening, timeoutMs }: Started): Service {
  const addressIn = (name: string): string => {
    const address = listening[name]
    return typeof address === 'string' ? address : ''
  }
  const [url, operatorUrl] = [addressIn('url'), addressIn('operatorUrl')]
  const kill = (): Promise<Exit> => {
    child.kill('SIGKILL')
    return exited
  }
  const stop = async (): Promise<Exit> => {
    let overdue = false
    const deadline = setTimeout(() => {
      overdue = true
      void kill()
    }, timeoutMs)
    child.kill('SIGTERM')
    const exit = await exited
    clearTimeout(deadline)
    if (overdue) throw new Error(`The program did not end within ${timeoutMs} ms of SIGTERM: ${exit.stderr}`)
    return exit
  }
  return {
    pid: child.pid ?? 0,
    url,
    port: portOf(url),
    operatorUrl,
    operatorPort: portOf(operatorUrl),
    exited,
    logs: () => log.records,
    waitForLog: (fits) => log.waitFor(fits, timeoutMs),
    signal: (name) => void child.kill(name),
    stop,
    kill,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

const portOf = (url: string): number => (url === '' ? 0 : Number(new URL(url).port))
