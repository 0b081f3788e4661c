/** What the operating system says of a process: processor time and memory. Only Linux shows them, in `/proc`. */
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100
/** utime and stime, counted from the field after the name. */
const [userField, systemField] = [11, 12]

/** Seconds of user and system time of all threads so far; undefined where the platform does not show it. */
export function readProcessorSeconds(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat')
  if (stat === undefined) return undefined
  // The name stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[userField]) + Number(fields[systemField])) / ticksPerSecond
}

/** Bytes that are resident; undefined where the platform does not show it. */
export function readResidentBytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
