/** The metrics of the service, read where an operator reads them. */
import assert from 'node:assert/strict'
import { eventually } from '@plant-store/testkit'

/** The value of one sample on `/metrics`; labels, if any, are part of the name. */
export async function readMetric(operatorUrl: string, sample: string): Promise<number> {
  // A service with a short timeout may not have read the request in time on a busy machine.
  const ask = (): Promise<Response> => fetch(`${operatorUrl}/metrics`)
  const text = await (await eventually(ask, ({ status }) => status !== 408)).text()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `))
  assert.ok(line, `no sample ${sample} in:\n${text}`)
  return Number(line.slice(sample.length + 1))
}

/** Resident memory in MiB. */
export async function readMemoryMiB(operatorUrl: string): Promise<number> {
  return (await readMetric(operatorUrl, 'process_resident_memory_bytes')) / 2 ** 20
}
