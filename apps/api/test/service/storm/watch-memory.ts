/** What a process holds: memory and descriptors, seen from outside. */
import { readdir, readFile } from 'node:fs/promises'
import { readMetric } from '../read-metric.ts'

/** A measurement; memory in MiB. `heap` has the buffers with it. */
export interface Holding {
  readonly heap: number
  readonly resident: number
  readonly descriptors: number
}

/** How often it is looked at: garbage that a collection takes away in between is no holding. */
const looks = 20

/** The least that the service held while it was looked at; `between` is done between two looks. */
export async function leastHolding(
  { pid, operatorUrl }: { readonly pid: number; readonly operatorUrl: string },
  between: () => Promise<unknown>,
): Promise<Holding> {
  let least: Holding = { heap: Infinity, resident: Infinity, descriptors: Infinity }
  for (let look = 0; look < looks; look += 1) {
    await between()
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
