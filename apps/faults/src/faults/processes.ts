/** The faults in which processes are killed or hang without warning. */
import process from 'node:process'
import { childrenOf, until } from '@plant-store/testkit'
import { exchange } from '../clients/exchange.ts'
import { FaultError } from '../fault-error.ts'
import { restartDelayMs } from '../supervisor.ts'
import { type Fault, postgresOf, requestsMeanwhile, type Scene, untilSeen } from './fault.ts'

const serviceKilled: Fault = {
  name: 'service-killed',
  title: 'Service killed',
  does: `SIGKILL to the service, which its supervisor starts again after ${restartDelayMs / 1000} s, as our unit has systemd do it. Counted from the signal.`,
  mayShow: ['no connection', 'broken'],
  boundMs: restartDelayMs + 18_000,
  endsService: true,
  inject: ({ service }) => {
    service.kill()
  },
}

const workers = 2
const withWorkers = {
  mayShow: ['broken'],
  run: () => ({ settings: { workers } }),
  prepare: async ({ service }) => {
    const isReady = async (): Promise<boolean> =>
      (await (await fetch(`http://127.0.0.1:${service.operatorPort}/readyz`)).text()).includes(
        `"ready":${workers}`,
      )
    await until('all workers are ready', isReady)
  },
} as const satisfies Partial<Fault>

const workerKilled: Fault = {
  name: 'worker-killed',
  title: 'Worker killed',
  does: `SIGKILL to one of ${workers} workers (\`--workers\`), when all are ready; the service replaces it. Counted from the signal.`,
  ...withWorkers,
  inject: ({ service }) => {
    process.kill(firstWorker(service.pid), 'SIGKILL')
  },
}

const workerHangs: Fault = {
  name: 'worker-hangs',
  title: 'Worker hangs',
  does: `SIGSTOP to one of ${workers} workers, which responds to nothing from then on; after half a minute the service kills it and has another in its place. Counted from the signal.`,
  boundMs: 60_000,
  ...withWorkers,
  inject: async ({ service }) => {
    const worker = firstWorker(service.pid)
    const since = performance.now()
    await whileStopped(worker, async () => {
      await until('the service notices that a worker hangs', () => !signal(worker, 0))
    })
    return since
  },
}

/** A run that ends early must not leave a process stopped for ever. */
async function whileStopped(pid: number, work: () => Promise<unknown>): Promise<void> {
  const goOn = (): void => void signal(pid, 'SIGCONT')
  process.once('exit', goOn)
  signal(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    goOn()
    process.off('exit', goOn)
  }
}

function firstWorker(service: number): number {
  const [worker] = childrenOf(service)
  if (worker === undefined) throw new FaultError('The service has no worker.')
  return worker
}

/** Signals the process; returns whether it exists. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

const postgresKilled = untilSeen(
  {
    name: 'postgres-killed',
    title: 'PostgreSQL killed',
    does: 'SIGKILL to all processes of the server; somebody starts it again once clients have seen it. Counted from when it takes connections.',
  },
  ({ server }) => server.stop('kill'),
  ({ server }) => server.start(),
)

const backendKilled: Fault = {
  name: 'backend-killed',
  title: 'A process of PostgreSQL killed',
  engines: ['postgres'],
  does: 'SIGKILL to one that works for the service; the server ends all others and starts again by itself. Counted from the signal.',
  mayShow: ['503'],
  inject: async (scene) => {
    process.kill(await backendOf(scene), 'SIGKILL')
  },
}

/** The time limit of the service, and how long lists are asked for. */
const [limitMs, readingMs] = [5000, 10_000]

const backendStopped: Fault = {
  name: 'backend-stopped',
  title: 'A process of PostgreSQL stopped',
  engines: ['postgres'],
  does: `SIGSTOP to one that works for the service, while three readers take a long list again and again, as fast as they can. Every request gets a response or, if its page had been asked of that process, an end within the time limit of ${limitMs / 1000} s. Counted from SIGCONT.`,
  mayShow: ['503'],
  // A long list takes a busy machine seconds.
  withinMs: limitMs + 3500,
  run: () => ({ settings: { databaseTimeoutMs: limitMs } }),
  needs: { longLists: true },
  inject: async (scene) => {
    const { service, world, clients } = scene
    const end = performance.now() + readingMs
    const read = async (token: string): Promise<void> => {
      while (performance.now() < end) {
        const own = { port: service.port, token, agent: undefined, limit: undefined, etag: undefined }
        const { outcome, startedAt, endedAt } = await exchange(own)
        if (!['200', '503', 'broken'].includes(outcome)) clients.unexplained.push(`a long list: ${outcome}`)
        clients.longestMs = Math.max(clients.longestMs, endedAt - startedAt)
      }
    }
    const reading = world.longListTokens.map((token) => read(token))
    await clients.untilRequests(requestsMeanwhile)
    await whileStopped(await backendOf(scene), () => Promise.all(reading))
  },
}

async function backendOf(scene: Scene): Promise<number> {
  const [pid] = await postgresOf(scene).backends()
  if (pid === undefined) throw new FaultError('The service has no connection.')
  return pid
}

export const processes: readonly Fault[] = [
  serviceKilled,
  workerKilled,
  workerHangs,
  postgresKilled,
  backendKilled,
  backendStopped,
]
