/** The processes of this machine: as `/proc` shows them, also in containers without `ps`; on other systems, as `ps` does. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** One process, with its arguments, and the process that started it. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly argv: readonly string[]
}

/** In the order of their numbers. `ps` does not tell where an argument ends: there each word is one. */
export function listProcesses(): readonly Process[] {
  if (existsSync('/proc/self/stat'))
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0)
      .toSorted((one, other) => one - other)
      .map((pid) => readProcess(pid))
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, ...argv]) => ({ pid: Number(pid), parent: Number(parent), argv }))
}

export const childrenOf = (pid: number): readonly number[] =>
  listProcesses().flatMap((each) => (each.parent === pid ? [each.pid] : []))

/** From `/proc`. */
export const readProcess = (pid: number): Process => ({
  pid,
  parent: Number(statOf(pid)[1]),
  argv: readIfThere(`/proc/${pid}/cmdline`).split('\0').slice(0, -1),
})

/** The fields after the name; see proc_pid_stat(5). */
export const statOf = (pid: number): readonly string[] =>
  (/.*\) (.*)/s.exec(readIfThere(`/proc/${pid}/stat`))?.[1] ?? '').split(' ')

/** Empty where it can't be read, because the process has ended or is another user's. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
