/** Reads a process's processor time, memory, descriptors and children, which only Linux shows, in `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100
/** The state, utime, stime, cutime and cstime, counted from the field after the name. */
const [stateField, userField, systemField, endedUserField, endedSystemField] = [0, 11, 12, 13, 14]

/** Seconds of user and system time that all threads have used; undefined where the platform does not show it. */
export function readProcessorSeconds(pid: number): number | undefined {
  const fields = readFields(pid)
  return fields && (Number(fields[userField]) + Number(fields[systemField])) / ticksPerSecond
}

/** The same including all children, even ended ones, as of a server with a process for each connection. */
export function readFamilyProcessorSeconds(pid: number): number | undefined {
  const fields = readFields(pid)
  if (fields === undefined) return undefined
  const ended = (Number(fields[endedUserField]) + Number(fields[endedSystemField])) / ticksPerSecond
  const children = readProcess(pid, `task/${pid}/children`)?.match(/\d+/g) ?? []
  const living = [pid, ...children.map(Number)].map((each) => readProcessorSeconds(each) ?? 0)
  return living.reduce((sum, each) => sum + each, ended)
}

/** Whether the process waits for an event. A process that waits for a core does not. */
export function isAsleep(pid: number): boolean {
  return readFields(pid)?.[stateField] === 'S'
}

/** Resident bytes; undefined where the platform does not show them. */
export function readResidentBytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProcess(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

function readFields(pid: number): readonly string[] | undefined {
  const stat = readProcess(pid, 'stat')
  // The name is in brackets and may contain anything.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

/** Open descriptors; undefined where the platform does not show them. */
export function countDescriptors(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}

/** The living processes that this process has started; none where the platform does not show them. */
export function listChildren(pid: number): readonly number[] {
  const children = readProcess(pid, `task/${pid}/children`)?.trim() ?? ''
  return children === '' ? [] : children.split(' ').map(Number)
}
