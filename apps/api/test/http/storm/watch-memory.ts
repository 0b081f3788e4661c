/** What a process holds, seen from outside: memory and file descriptors. */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Service, startService } from '@plant-store/testkit'
import { readMetric } from '../read-metric.ts'

/** A measurement; memory in MiB. `heap` includes the buffers. */
export interface Holding {
  readonly heap: number
  readonly resident: number
  readonly descriptors: number
}

/**
 * Starts the service unchanged, with a way to trigger garbage collection: whatever is left then is really held. Without
 * it, memory that a collection would still free hides memory that is leaked.
 */
export function startCollectable(settings: Record<string, string | number>): Promise<Service> {
  const collect = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => gc())")}`
  const command = [process.execPath, '--expose-gc', '--import', collect, main, 'serve'] as const
  return startService({ command, settings })
}

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))
/** How often the process is measured: nothing tells from outside when a collection is done. */
const looks = 10

/** The least that the service held in these measurements. */
export async function leastHolding(service: Service): Promise<Holding> {
  const { pid, operatorUrl } = service
  let least: Holding = { heap: Infinity, resident: Infinity, descriptors: Infinity }
  for (let look = 0; look < looks; look += 1) {
    service.signal('SIGUSR2')
    const heap = await heapMiB(operatorUrl)
    const resident = await residentMiB(pid)
    const descriptors = (await readdir(`/proc/${pid}/fd`)).length
    least = {
      heap: Math.min(least.heap, heap),
      resident: Math.min(least.resident, resident),
      descriptors: Math.min(least.descriptors, descriptors),
    }
  }
  return least
}

async function heapMiB(operatorUrl: string): Promise<number> {
  const objects = await readMetric(operatorUrl, 'nodejs_heap_size_used_bytes')
  return (objects + (await readMetric(operatorUrl, 'nodejs_external_memory_bytes'))) / 2 ** 20
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
