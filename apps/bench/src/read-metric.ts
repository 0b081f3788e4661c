/** What the service says of itself on its operator's listener. */
import { BenchFailure } from './bench-failure.ts'

/** The value of a metric without labels. Rejects with a `BenchFailure` where there is none of this name. */
export async function readMetric(operatorUrl: string, name: string): Promise<number> {
  const response = await fetch(`${operatorUrl}/metrics`)
  const lines = (await response.text()).split('\n')
  const line = lines.find((candidate) => candidate.startsWith(`${name} `))
  if (line === undefined) throw new BenchFailure(`The service has no metric named ${name}.`)
  return Number(line.slice(name.length + 1))
}

/** Bytes of memory that the service has resident. */
export function readMemory(operatorUrl: string): Promise<number> {
  return readMetric(operatorUrl, 'process_resident_memory_bytes')
}
