/** Runs programs as leaders of their own process groups: neither they nor what they start outlives this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Quiet } from '../../run/quiet.ts'

/** What to run, and how. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** Its whole environment; by default ours. */
  readonly env?: NodeJS.ProcessEnv
  /** A directory of this run alone, which is removed should this process be killed. */
  readonly scratch?: string
  /** When aborted, ends the group at once. */
  readonly signal: AbortSignal
  /** While it is quiet, the program is halted. */
  readonly quiet?: Quiet
}

/** How the program ended. */
export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null
  /** The end of what it wrote to standard output and standard error. */
  readonly output: string
}

const maxOutput = 65_536

/** Descriptor 3 ends when this process does: then the group is killed. Node closes standard input earlier. */
const watched = `(cat <&3; rm -rf -- "$0"; kill -9 0) >/dev/null 2>&1 &
exec "$@" 3<&-`

/** Resolves when the program has ended and its output is read. One that can't be started has the code 126 or 127. */
export async function runInGroup({ command, args, env, scratch = '', ...when }: Program): Promise<Ended> {
  const { signal, quiet } = when
  if (signal.aborted) return { code: null, output: '' }
  const child = spawn('/bin/sh', ['-c', watched, scratch, command, ...args], {
    env,
    // Its own group: it can be ended with everything that it started, and no key pressed in our terminal reaches it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  const kill = (): void => killGroup(child.pid)
  // Whatever the program left behind ends with it, and so does who watches.
  child.once('exit', kill).once('close', resolve)
  await once(child, 'spawn')
  process.once('exit', kill)
  signal.addEventListener('abort', kill, { once: true })
  // Not the group: who watches stays awake.
  const unwatch = quiet?.watch((isQuiet) => child.kill(isQuiet ? 'SIGSTOP' : 'SIGCONT'))
  if (signal.aborted) kill()
  let output = ''
  const add = (piece: string): void => void (output = (output + piece).slice(-maxOutput))
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', add)
  const code = await ended
  unwatch?.()
  signal.removeEventListener('abort', kill)
  process.off('exit', kill)
  return { code, output }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left in the group.
  }
}
