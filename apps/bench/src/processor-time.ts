/** How much processor time a process has had. */
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100
/** utime and stime, counted from the field after the name. */
const [userField, systemField] = [11, 12]

/** In seconds, user and system time of all threads; undefined where the platform does not show it. */
export function readProcessorSeconds(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[userField]) + Number(fields[systemField])) / ticksPerSecond
  } catch {
    return undefined
  }
}
